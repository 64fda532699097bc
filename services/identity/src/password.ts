import { hash, verify } from '@node-rs/argon2'
import { rejection } from '@plumbline/platform/errors'
import { passwordLength } from './api.ts'

// OWASP ASVS 5.0 App. C asks for at least m=19456 t=2 p=1; this takes about 70 ms on the machines we measured
const parameters = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const atOnce = 2
const waiting = 20

let running = 0
const queue: (() => void)[] = []

/** At most two hashes at once, so that a flood of sign-ins cannot starve everybody else. */
async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (queue.length >= waiting)
      throw rejection('unavailable', 'Too many people are signing in. Please try again.', { retryAfter: 2 })
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

const checkSize = (password: string) => {
  if (Buffer.byteLength(password) > passwordLength.maxBytes)
    throw rejection('invalid', 'The password is too long.')
}

export async function hashPassword(password: string): Promise<string> {
  checkSize(password)
  return takeTurn(() => hash(password, parameters))
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  checkSize(password)
  return takeTurn(() => verify(stored, password).catch(() => false))
}

/** True when the hash was made with weaker parameters than today's. */
export function isOutdated(stored: string): boolean {
  const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+)/.exec(stored) ?? []
  return !m || !t || Number(m) < parameters.memoryCost || Number(t) < parameters.timeCost
}
