import { setImmediate as othersFirst, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Client, type Db, inOneWrite, type Pool, type SqlStatement } from './db.ts'

type Answer = pg.QueryResult<pg.QueryResultRow>
type Waiting = {
  statement: SqlStatement
  since: number
  done: (answer: Answer) => void
  fail: (error: unknown) => void
}

// two, so that one is on its way while the other is put together
const abreast = 2
// more would let the first wait for long
const most = 16
// who waits for somebody else's lock does not keep the others waiting
const lockWaitMs = 100
// as for a connection: behind a server that hangs nobody waits for one group after the other to give up
const patienceMs = 3_000

const doors = new WeakMap<Pool, Db>()

/**
 * A door for statements that each are a transaction of their own. Those that come while others are on their way share one
 * write, one transaction and one commit, as a database's log does with its flushes (group commit). Should one of them
 * fail, none has happened, and each is asked by itself; where nobody can know whether they have, all fail.
 */
export function groupCommit(pool: Pool): Db {
  const known = doors.get(pool) ?? open(pool)
  doors.set(pool, known)
  return known
}

function open(pool: Pool): Db {
  const waiting: Waiting[] = []
  let underWay = 0
  const depart = async () => {
    if (underWay === abreast) return
    underWay++
    await othersFirst()
    while (waiting.length > 0) {
      const group = waiting.splice(0, most).filter(isStillPatient)
      if (group.length === 0) continue
      if (group.length > 1) void alone(pool, await asGroup(pool, group))
      else await Promise.race([alone(pool, group), sleep(lockWaitMs, undefined, { ref: false })])
    }
    underWay--
  }
  const query = (statement: SqlStatement) =>
    new Promise<Answer>((done, fail) => {
      waiting.push({ statement, since: performance.now(), done, fail })
      void depart()
    })
  return { query } as unknown as Db
}

function isStillPatient({ since, fail }: Waiting): boolean {
  const isPatient = performance.now() - since < patienceMs
  if (!isPatient)
    fail(Object.assign(new Error('The database is too slow to be asked.'), { code: 'ETIMEDOUT' }))
  return isPatient
}

const alone = (pool: Pool, some: readonly Waiting[]) =>
  Promise.all(some.map(({ statement, done, fail }) => pool.query(statement).then(done, fail)))

/** Answers those that are to be asked by themselves, because nothing of the group has happened. */
async function asGroup(pool: Pool, group: readonly Waiting[]): Promise<readonly Waiting[]> {
  const allFail = (reason: unknown) => {
    for (const { fail } of group) fail(reason)
    return []
  }
  let client: Client
  try {
    client = await pool.connect()
  } catch (error) {
    return allFail(error)
  }
  inOneWrite(client)
  // all of them are heard from the first moment: on a server that hangs each gives up at a moment of its own
  const answers = await Promise.allSettled([
    client.query(`BEGIN; SET LOCAL lock_timeout = ${lockWaitMs}`),
    ...group.map(({ statement }) => client.query(statement)),
    client.query('COMMIT'),
  ])
  const end = answers.at(-1)
  // whether it has happened is for COMMIT alone to say; unanswered, nobody knows
  if (end?.status !== 'fulfilled') {
    client.release(true)
    return allFail(end?.reason)
  }
  client.release()
  if (end.value.command !== 'COMMIT') return group
  for (const [i, { done, fail }] of group.entries()) {
    const answer = answers[i + 1] as PromiseSettledResult<Answer>
    if (answer.status === 'fulfilled') done(answer.value)
    else fail(answer.reason)
  }
  return []
}
