import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { Pool } from '../db.ts'
import { timerSchema } from '../jobs/index.ts'

/** Sets a timer that a worker has, for once and beside its schedule. Answers the id of its row. */
export async function setTimer(pool: Pool, name: string, at: Date): Promise<string> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: timerSchema,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    // with a key of its own it does not stand in the way of the schedule, nor that in its
    return (await boss.send(name, {}, { startAfter: at, singletonKey: randomUUID() })) as string
  } finally {
    await boss.stop({ close: false })
  }
}
