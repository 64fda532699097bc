import { type Db, prepared, run, type Value } from '../db.ts'
import type { Held, Part } from '../unit.ts'
import {
  type Append,
  elsewhere,
  type Inserted,
  insertion,
  mostAtOnce,
  recordedStep,
  rowsOf,
} from './append.ts'
import type { DomainEvent, Recorded } from './event.ts'
import { type Keyring, oneLine, subjectOf } from './personal.ts'
import { type Outcome, ownTable } from './project.ts'
import type { AnyProjection, Row } from './projection.ts'
import { registeredName } from './registry.ts'

export type AtOnce = Omit<Append<DomainEvent>, 'ids' | 'barriers' | 'expected'> & {
  /** Of the stream; 0: it does not exist. */
  before: number
  /** What becomes of the rows of a read model by new events, if that is known. */
  outcomeOf: (projection: AnyProjection, events: readonly Recorded[]) => Outcome | undefined
  /** Of the read models. */
  schema: string
  projections: readonly AnyProjection[]
  /** Wrapped keys that have been read already, by their person. */
  keys: ReadonlyMap<string, string>
  /** True for a number that was just drawn: a person of that name has no key yet. */
  isNew: boolean
  /** Told where the last event stands in the log. */
  appended: (position: bigint) => void
}

export type Prepared = { held: Held; written: readonly { projection: AnyProjection; rows: readonly Row[] }[] }

/**
 * An append and the rows of its read models as one statement; undefined where that cannot be: of many events, or for a
 * read model whose rows are made of more than one stream or of where events stand in the log. The rows are not read but
 * made of what the stream was: whoever writes them must append to the same stream, and of two at the same version one is
 * refused. The statement does nothing where the key of a person of whom they speak is no longer the one that was used.
 */
export async function atOnce(db: Db, options: AtOnce): Promise<Prepared | undefined> {
  const { stream, before, events, schema } = options
  if (events.length > mostAtOnce) return undefined
  const concerned = options.projections.filter(({ types }) => events.some(({ type }) => types.includes(type)))
  if (concerned.some(({ scope, envelope }) => scope === 'log' || envelope)) return undefined
  const foreseen = events.map((event, i) => foreseeing(event, stream, before + i + 1))

  const barriers: string[] = []
  const writes: Part[] = []
  const written: { projection: AnyProjection; rows: readonly Row[] }[] = []
  for (const projection of concerned) {
    const rows = options.outcomeOf(projection, foreseen)
    if (!rows) return undefined
    const parts = partsOf(projection, rows)
    // a table that is written is locked before the statement begins; of others the barrier is needed
    if (parts.length === 0) barriers.push(registeredName(schema, projection))
    writes.push(...parts)
    if (rows.kept.length > 0) written.push({ projection, rows: rows.kept })
  }
  const subject = subjectOf(events, options)
  const wrapped = subject === null ? null : await keyOf(db, subject, options)
  // of everybody whose words are in what is written
  const used = new Map(writes.length > 0 ? options.keys : [])
  if (subject !== null) used.set(subject, wrapped as string)
  const conditions = [...used].map(([person, key]) => isStillKey(person, key))
  const rows = rowsOf(events, options, wrapped)

  const held: Held = (to, more) =>
    recordedStep(options, async (metadata) => {
      const statement = prepared((value) => {
        const into = insertion(value, {
          stream,
          before,
          events: rows,
          metadata,
          subject,
          barriers,
          conditions,
        })
        const others = [...writes, ...more].map((part, i) => `, part_${i} AS (${part(value, once)})`)
        return `WITH appended AS (${into})${others.join('')} SELECT version, position FROM appended ORDER BY version`
      })
      const last = (await run<Pick<Inserted, 'position'>>(to, statement)).at(-1)
      if (!last) throw elsewhere(stream)
      options.appended(BigInt(last.position))
    })
  return { held, written }
}

// nothing else happens where nothing was appended
const once = 'FROM (SELECT 1 FROM appended LIMIT 1) once'

function partsOf(projection: AnyProjection, { kept, gone }: Outcome): Part[] {
  const table = ownTable(projection)
  return [
    ...(kept.length > 0 ? [table.writing(kept)] : []),
    ...(gone.length > 0 ? [table.removing(gone)] : []),
  ]
}

/** An event as a row of one stream may look at it: it has no place in the log yet. */
const foreseeing = (event: DomainEvent, stream: string, version: number) =>
  ({
    ...event,
    ...{ stream, version },
    get position() {
      return unforeseen()
    },
    get recordedAt() {
      return unforeseen()
    },
  }) as unknown as Recorded

function unforeseen(): never {
  throw new Error('a projection that looks at the envelope of events declares envelope: true')
}

/** The key to seal with: the one that was read, the one there is, or a new one. */
async function keyOf(db: Db, subject: string, { keys, isNew, stream, keyring }: AtOnce): Promise<string> {
  const fresh = () => (keyring as Keyring).newKey(subject).toString('base64')
  const read = keys.get(subject)
  if (read) return read
  if (isNew && subject === stream) return fresh()
  const [known] = await run<{ wrapped: string | null }>(db, {
    name: 'es-key',
    text: "SELECT encode(wrapped, 'base64') AS wrapped FROM es.subject_keys WHERE subject = $1",
    values: [subject],
  })
  return known?.wrapped ? oneLine(known.wrapped) : fresh()
}

/** It is kept from being destroyed until the transaction ends. */
const isStillKey =
  (subject: string, wrapped: string) =>
  (value: Value): string =>
    `es.is_subject_key(${value(subject)}, decode(${value(wrapped)}, 'base64'))`
