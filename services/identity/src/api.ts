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
