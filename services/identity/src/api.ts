import * as z from 'zod/mini'

export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
})
export type User = z.infer<typeof User>

const required = (message: string) => z.string({ error: message }).check(z.minLength(1, message))

export const Credentials = z.object({
  username: required('Username is required'),
  password: required('Password is required'),
})
export type Credentials = z.infer<typeof Credentials>

/** Asked by a gateway that runs apart from this service: the user, or null when the name or the password is wrong. */
export const signIn = {
  method: 'POST',
  path: '/sign-in',
  summary: 'Whose name and password these are',
  access: 'public',
  body: Credentials,
  response: z.nullable(User),
} as const

export const NewUser = z.object({
  username: z
    .string()
    .check(z.trim(), z.minLength(1, 'Username is required'), z.maxLength(100, 'At most 100 characters')),
  email: z.email('Please enter a valid email').check(z.maxLength(254, 'Please enter a valid email')),
  password: z.string(),
})
export type NewUser = z.infer<typeof NewUser>
