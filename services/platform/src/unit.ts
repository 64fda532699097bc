import {
  abandon,
  begin,
  type Client,
  type Db,
  inOneWrite,
  type Pool,
  prepared,
  type Tx,
  type Value,
} from './db.ts'
import { groupCommit } from './groupCommit.ts'

/** Part of a statement, written with its values. `from`: a FROM of one row where it shares a statement, or nothing. */
export type Part = (value: Value, from: string) => string

/** A statement that can wait until the next one or the end, and takes others' parts along. */
export type Held = (db: Db, parts: readonly Part[]) => Promise<void>

type Waiting = {
  it: Held
  parts: Part[]
  /** It may leave with the COMMIT: when it does not fail, it has done what it should. */
  last: boolean
}

type Asks = { query: (...args: unknown[]) => Promise<{ rows: object[] }> }

/**
 * A unit of work: a transaction that begins when it must. Whatever is asked through `tx` begins it; what is held goes
 * before the next statement, or at the end, where it is a transaction of its own if nothing else was asked. So a command
 * that only reads beside it and appends at last costs no BEGIN and no COMMIT.
 */
class Unit {
  readonly tx = { query: (...args: unknown[]) => this.#ask(() => this.#begin(), args) } as unknown as Tx
  readonly beside = { query: (...args: unknown[]) => this.#ask(() => this.#connect(), args) } as unknown as Db
  /** False: nothing is to be held, every statement goes at once. */
  readonly holds: boolean
  readonly #pool: Pool
  #connected: Promise<Client> | undefined
  #begun: Promise<Client> | undefined
  #held: Waiting | undefined

  constructor(pool: Pool, holds: boolean) {
    this.#pool = pool
    this.holds = holds
  }

  /** Holds a statement back; what was held before goes first. */
  async hold(it: Held, { last = false } = {}): Promise<void> {
    await this.#flush()
    this.#held = { it, parts: [], last }
  }

  /** Adds a part to what is held; false when nothing is. */
  add(part: Part): boolean {
    this.#held?.parts.push(part)
    return this.#held !== undefined
  }

  /** Nothing was asked yet and nothing is held: it has no connection, and others see what it would. */
  get untouched(): boolean {
    return this.#connected === undefined && this.#held === undefined
  }

  async commit(): Promise<void> {
    if (this.#begun) await this.#end(await this.#begun)
    else if (this.#held) await this.#send(this.#connected ? await this.#connected : groupCommit(this.#pool))
    ;(await this.#connected)?.release()
  }

  async rollback(error: unknown): Promise<void> {
    const client = await this.#connected?.catch(() => undefined)
    if (client) await abandon(client, error, this.#begun !== undefined)
  }

  async #ask(door: () => Promise<Client>, args: unknown[]) {
    await this.#flush()
    return ((await door()) as unknown as Asks).query(...args)
  }

  #connect(): Promise<Client> {
    this.#connected ??= this.#pool.connect()
    return this.#connected
  }

  #begin(): Promise<Client> {
    this.#begun ??= this.#connect().then(async (client) => {
      await begin(client)
      return client
    })
    return this.#begun
  }

  async #end(client: Client): Promise<void> {
    const atOnce = client.pipeline && this.#held?.last
    if (atOnce) inOneWrite(client)
    const sent = this.#send(client)
    if (!atOnce) await sent
    await Promise.all([sent, client.query('COMMIT')])
  }

  async #flush(): Promise<void> {
    if (this.#held) await this.#send(await this.#begin())
  }

  async #send(client: Db): Promise<void> {
    const held = this.#held
    if (!held) return
    this.#held = undefined
    await held.it(client, held.parts)
  }
}

export type { Unit }

const units = new WeakMap<Db, Unit>()

export function openUnit(pool: Pool, { holds = true } = {}): Unit {
  const unit = new Unit(pool, holds)
  units.set(unit.tx, unit)
  return unit
}

export const unitOf = (tx: Db): Unit | undefined => units.get(tx)

/**
 * A door beside a transaction, for what neither locks nor changes anything: it does not begin one. What was done in the
 * transaction so far is seen all the same.
 */
export const beside = (db: Db): Db => units.get(db)?.beside ?? db

/** Executes a part: with the statement that is held, if one is, so that both happen or neither. */
export async function together(db: Db, part: Part): Promise<void> {
  const unit = units.get(db)
  if (unit?.add(part)) return
  const alone: Held = async (to, more) => {
    const parts = (value: Value) => [part, ...more].map((it, i) => `part_${i} AS (${it(value, '')})`)
    await to.query(prepared((value) => `WITH ${parts(value).join(', ')} SELECT`))
  }
  await (unit?.holds ? unit.hold(alone, { last: true }) : alone(db, []))
}
