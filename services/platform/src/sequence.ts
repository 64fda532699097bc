import { type Db, type Pool, run } from './db.ts'
import { jointly } from './jointly.ts'
import { beside, unitOf } from './unit.ts'

const drawing = new WeakMap<Pool, Map<string, (one: undefined) => Promise<number>>>()

/**
 * The next number of a sequence, drawn for good: one that a command does not use is left out. `db`: the command's
 * transaction; one that has begun has a connection already and must not wait for another one.
 */
export async function nextNumber(db: Db, pool: Pool, sequence: string): Promise<number> {
  if (!unitOf(db)?.untouched) return (await nextNumbers(db, sequence, 1))[0] as number
  const known = drawing.get(pool) ?? new Map()
  drawing.set(pool, known)
  const draw = known.get(sequence) ?? drawJointly(pool, sequence)
  known.set(sequence, draw)
  return draw(undefined)
}

export const nextNumbers = async (db: Db, sequence: string, count: number): Promise<number[]> =>
  (
    await run<{ number: number }>(beside(db), {
      name: `next-${sequence}`,
      text: `SELECT nextval('${sequence}')::int AS number FROM generate_series(1, $1)`,
      values: [count],
    })
  ).map(({ number }) => number)

const drawJointly = (pool: Pool, sequence: string) =>
  jointly(async (all: readonly undefined[]) => {
    const numbers = await nextNumbers(pool, sequence, all.length)
    return () => numbers.shift() as number
  })
