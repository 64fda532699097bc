import { NewPassword } from '@plumbline/platform/passwords'
import { safeParse } from 'zod/mini'

export type IdentitySettings = {
  /** What the product and the business are called: too easy to guess as a password. */
  guessableNames: readonly string[]
}

/** The user that the password is for. */
type PasswordOwner = IdentitySettings & { username: string; email: string }

const minNameLength = 3
// `Plumbline2026!` is still a name
const maxExtraCharacters = 5
// `password123!` is still a common password; the list has some of these and not others
const decoration = /[^\p{L}]{1,5}$/u

let common: Promise<ReadonlySet<string>> | undefined

/** The passwords that are tried first. 20 MB and 40 ms, so the list is loaded when a password is first set. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return common
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** True when the password has names in it and only a few other characters. */
function isName(password: string, { username, email, guessableNames }: PasswordOwner): boolean {
  const names = [username, email, email.split('@')[0] as string]
  const longestFirst = [...names, ...guessableNames.flatMap((name) => [name, ...name.split(/\s+/)])]
    .map(lettersAndDigits)
    .filter(({ length }) => length >= minNameLength)
    .sort((a, b) => b.length - a.length)
  const text = lettersAndDigits(password)
  const extra = longestFirst.reduce((left, name) => left.replaceAll(name, ''), text)
  return extra !== text && extra.length <= maxExtraCharacters
}

/** What is wrong with a new password, in one sentence; null when it is good. */
export async function validatePassword(password: string, owner: PasswordOwner): Promise<string | null> {
  const parsed = safeParse(NewPassword, password)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'Choose a different password.'
  const lower = password.toLowerCase()
  const list = await commonPasswords()
  if (list.has(lower) || list.has(lower.replace(decoration, '')))
    return 'This password is too common. Please choose another.'
  if (isName(password, owner)) return 'A password cannot be your name or the name of the business.'
  return null
}
