import { type Pool, run, sql } from '../db.ts'
import type { Subscription } from './subscription.ts'
import { createWaitForPosition, waitForCommitted } from './waitForPosition.ts'

/**
 * Waits until the inline read models among these hold what other releases appended so far. The worker of this release
 * applies that; where no other release appended anything, there is nothing to wait for.
 * @throws UnpreparedError, and after `timeoutMs` an error that names the read model.
 */
export async function waitForInlineReadModels(
  pool: Pool,
  subscriptions: readonly Subscription[],
  timeoutMs = 30_000,
): Promise<void> {
  for (const subscription of subscriptions.filter(({ kind }) => kind === 'inline')) {
    const { name, version } = subscription
    const [live] = await run(
      pool,
      sql`SELECT 1 FROM es.subscriptions WHERE name = ${name} AND version = ${version} AND status = 'live'`,
    )
    if (!live) throw new UnpreparedError(`${name}@${version}`)
    const waitForPosition = createWaitForPosition({ db: pool, subscriptions: [subscription], timeoutMs })
    if (!(await waitForCommitted(pool, waitForPosition)))
      throw new Error(
        `${name}@${version} does not hold what another release appended, after ${timeoutMs / 1_000} s. The worker of this release applies it: start that first.`,
      )
  }
}

/** The database lacks a version of a read model: it was dropped, never made, or is not filled yet. */
export class UnpreparedError extends Error {
  constructor(version: string) {
    super(`The database has no ${version}, which this release reads: run \`prepare\` of this release.`)
    this.name = 'UnpreparedError'
  }
}
