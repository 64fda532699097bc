import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@plumbline/platform/db'
import { createLimiter } from '@plumbline/platform/http'

const slowdownMs = 2_000

/**
 * Five tries for a name from one address in 15 minutes, 30 from an address in 5. A name that was tried 50 times in a day
 * is answered late and never locked, so that an attacker cannot lock its user out.
 */
export function createSignInLimits(pool: Pool, scale: number, message: string) {
  const limiter = (name: string, max: number, seconds: number) =>
    createLimiter({ pool, schema: 'gateway', name, max, seconds, scale, message })
  const perNameAndAddress = limiter('login name+address', 5, 900)
  const perAddress = limiter('login address', 30, 300)
  const perName = limiter('login name', 50, 86_400)
  return async (username: string, addressHash: string) => {
    // as identity looks names up
    const name = username.normalize('NFC').toLowerCase()
    const nameHash = createHash('sha256').update(name).digest('hex').slice(0, 32)
    const key = `${nameHash} ${addressHash}`
    await perAddress.consume(addressHash)
    await perNameAndAddress.consume(key)
    await perName.consume(nameHash).catch(() => sleep(slowdownMs))
    return {
      reset: () => perNameAndAddress.reset(key),
      /** Takes the try back. */
      refund: async () => {
        await perAddress.refund(addressHash)
        await perNameAndAddress.refund(key)
        await perName.refund(nameHash)
      },
    }
  }
}
