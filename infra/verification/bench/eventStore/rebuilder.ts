import { constants, setPriority } from 'node:os'
import { createPool } from '@plumbline/platform/db'
import { createLog } from '@plumbline/platform/log'
import { rebuildProjection } from '@plumbline/platform/projections'
import { runChild } from '../../../processes/supervisor/child.ts'
import { invoices } from './invoiceFixture.ts'

/** Rebuilds a read model over and over in a process of its own, as an operator's command does. */
await runChild(async () => {
  const pool = createPool({
    url: process.env.DATABASE_URL as string,
    name: 'rebuilder',
    log: createLog('bench'),
    max: 6,
    longRunning: true,
  })
  setPriority(constants.priority.PRIORITY_LOW)
  let going = true
  const rebuilding = (async () => {
    while (going) {
      await rebuildProjection({ projection: invoices, schema: 'bench' }, { pool })
      process.send?.({ rebuilt: true })
    }
  })()
  return {
    stop: async () => {
      going = false
      await rebuilding
      await pool.end()
    },
  }
})
