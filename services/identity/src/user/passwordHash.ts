import { hash, verify } from '@node-rs/argon2'
import { rejection } from '@plumbline/platform/errors'
import pLimit from 'p-limit'

// OWASP ASVS 5.0 App. C asks for at least m=19456 t=2 p=1; this takes about 70 ms on the machines we measured
const parameters = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

const maxConcurrent = 2
const maxWaiting = 20
const limit = pLimit(maxConcurrent)

/** Limits how many hashes run at once, so that a flood of sign-ins leaves processor time for other requests. */
function withinLimits<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= maxConcurrent + maxWaiting)
    throw rejection('unavailable', 'Too many people are signing in. Please try again.', { retryAfter: 2 })
  return limit(work)
}

export const hashPassword = async (password: string): Promise<string> =>
  withinLimits(() => hash(password, parameters))

export const verifyPassword = async (storedHash: string, password: string): Promise<boolean> =>
  withinLimits(() => verify(storedHash, password).catch(() => false))

/** True when the hash was made with weaker parameters than today's. */
export function isOutdated(storedHash: string): boolean {
  const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+)/.exec(storedHash) ?? []
  return !m || !t || Number(m) < parameters.memoryCost || Number(t) < parameters.timeCost
}

/** Of no user; verified for unknown names, so that they take as long as a wrong password. */
export const dummyHash =
  '$argon2id$v=19$m=65536,t=3,p=1$ptkrzOlveKAwMZ86eoe5Jw$vNAwsWHgaZfTgQbpXO67yZZPCwSGheH9Xds11deBAII'
