import { safeParse } from 'zod/mini'
import { NewPassword } from './api.ts'

/** Whose password it is to be, and what the product and the business are called. */
export type Known = { username: string; email: string; names: readonly string[] }

const shortestName = 3
// `Plumbline2026!` is still a name
const mostBesideName = 5
// `password123!` is still a common password; the list has some of these and not others
const decoration = /[^\p{L}]{1,5}$/u

let common: Promise<ReadonlySet<string>> | undefined

/** What is tried first, from what people really took. 20 MB and 40 ms, so it is read when a password is first set. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return common
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Nothing but names, and at most a few characters beside them. */
function isName(password: string, { username, email, names }: Known): boolean {
  const known = [
    username,
    email,
    email.split('@')[0] as string,
    ...names,
    ...names.flatMap((it) => it.split(/\s+/)),
  ]
  const longestFirst = known
    .map(bare)
    .filter(({ length }) => length >= shortestName)
    .sort((a, b) => b.length - a.length)
  const flat = bare(password)
  const rest = longestFirst.reduce((left, name) => left.replaceAll(name, ''), flat)
  return rest !== flat && rest.length <= mostBesideName
}

/** What is wrong with a password that somebody wants to have, in one sentence; null when nothing is. */
export async function faultOf(password: string, known: Known): Promise<string | null> {
  const parsed = safeParse(NewPassword, password)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'This cannot be a password.'
  const lower = password.toLowerCase()
  const list = await commonPasswords()
  if (list.has(lower) || list.has(lower.replace(decoration, '')))
    return 'This password is among the first that are guessed. Please choose another.'
  if (isName(password, known)) return 'A password cannot be your name or the name of the business.'
  return null
}
