import { createPool } from '@plumbline/platform/db'
import type { Log } from '@plumbline/platform/log'
import { connectionOf } from '@plumbline/platform/migrate'
import { createInProcessNotifier } from '@plumbline/platform/subscriptions'
import { keyringWithoutMasterKey } from '../keys/masterKey.ts'
import { loadService } from '../services.ts'

/** Who gives the commands of operators. */
export const operator = () => ({
  metadata: { actor: 'operator', requestId: 'operator' },
  now: new Date(),
})

type IdentityCommands = ReturnType<Awaited<ReturnType<typeof loadService<'identity'>>>['bindCommands']>

/** Gives the commands of the identity service to `work`, outside of the processes that serve it. */
export async function withIdentity<T>(
  { url, log, guessableNames }: { url: string; log: Log; guessableNames: readonly string[] },
  work: (identity: IdentityCommands) => Promise<T>,
): Promise<T> {
  const { bindCommands, schema } = await loadService('identity')
  const pool = createPool({ url, name: 'plumbline-identity', log, ...connectionOf(schema), max: 1 })
  try {
    const keyring = keyringWithoutMasterKey()
    const notifier = createInProcessNotifier()
    return await work(bindCommands({ pool, notifier, keyring, log, settings: { guessableNames } }))
  } finally {
    await pool.end()
  }
}
