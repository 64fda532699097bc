import { type Db, run } from './db.ts'

/** The next numbers of a sequence, drawn for good: a number that its command does not use is left out. */
export const nextNumbers = async (db: Db, sequence: string, count: number): Promise<number[]> =>
  (
    await run<{ number: number }>(db, {
      name: `next-${sequence}`,
      text: `SELECT nextval('${sequence}')::int AS number FROM generate_series(1, $1)`,
      values: [count],
    })
  ).map(({ number }) => number)

export const nextNumber = async (db: Db, sequence: string): Promise<number> =>
  (await nextNumbers(db, sequence, 1))[0] as number
