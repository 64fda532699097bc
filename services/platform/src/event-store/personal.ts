import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { type Db, run } from '../db.ts'
import type { DomainEvent } from './event.ts'

/** Which text fields of an event are about a person, and which person: `lead-7`. One per event type that has any. */
export type Personal<Event extends DomainEvent = DomainEvent> = {
  readonly [Type in Event['type']]?: {
    subject: (data: DataOf<Event, Type>) => string
    fields: readonly (keyof DataOf<Event, Type> & string)[]
  }
}

type DataOf<Event extends DomainEvent, Type> = Event extends DomainEvent
  ? Type extends Event['type']
    ? Event['data']
    : never
  : never

// biome-ignore lint/suspicious/noExplicitAny: the fields of different events stand side by side
export type AnyPersonal = Personal<any>

type Fields = Record<string, unknown>
/** What stands in stored data in the place of its personal fields. */
type Sealed = { fields: string[]; box: string }

/** What is read in the place of a field whose person has been erased. */
export const erased = '[erased]'
/** What is read by those who hold no key. */
const sealedAway = '[sealed]'

const cipher = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
const unwrappedKept = 10_000

/** iv, ciphertext, tag. `context` must be given again to open it, so that no box can be moved elsewhere. */
function encrypt(key: KeyObject, context: string, plain: Buffer | string): Buffer {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes })
  sealing.setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? sealing.update(plain, 'utf8') : sealing.update(plain)
  return Buffer.concat([iv, body, sealing.final(), sealing.getAuthTag()])
}

function decrypt(key: KeyObject, context: string, box: Buffer): Buffer {
  const opening = createDecipheriv(cipher, key, box.subarray(0, ivBytes), { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(context))
  opening.setAuthTag(box.subarray(-tagBytes))
  const plain = opening.update(box.subarray(ivBytes, -tagBytes))
  opening.final()
  return plain
}

export type Keyring = ReturnType<typeof createKeyring>

/** Opens what is wrapped by the master key (32 bytes). It holds no person's key that it is not shown, wrapped, again. */
export function createKeyring(master: Buffer) {
  if (master.length !== keyBytes) throw new Error(`A master key has ${keyBytes} bytes, not ${master.length}.`)
  const masterKey = createSecretKey(master)
  const unwrapped = new Map<string, { wrapped: string; key: KeyObject }>()

  function unwrap(subject: string, wrapped: string): KeyObject {
    const known = unwrapped.get(subject)
    if (known?.wrapped === wrapped) return known.key
    const key = createSecretKey(decrypt(masterKey, subject, Buffer.from(wrapped, 'base64')))
    if (unwrapped.size >= unwrappedKept) unwrapped.clear()
    unwrapped.set(subject, { wrapped, key })
    return key
  }

  return {
    /** Tells master keys apart without telling what they are. */
    fingerprint: createHash('sha256')
      .update('plumbline master key')
      .update(master)
      .digest('hex')
      .slice(0, 32),
    /** A new key for a person, wrapped. */
    newKey: (subject: string): Buffer => encrypt(masterKey, subject, randomBytes(keyBytes)),
    seal: (subject: string, wrapped: string, context: string, text: string): string =>
      encrypt(unwrap(subject, wrapped), context, text).toString('base64'),
    open: (subject: string, wrapped: string, context: string, box: string): string =>
      decrypt(unwrap(subject, wrapped), context, Buffer.from(box, 'base64')).toString('utf8'),
  }
}

/**
 * The person's key for sealing, base64, made the first time and kept from being destroyed until the transaction
 * ends. Throws SQLSTATE `ES410` for somebody who has been erased.
 */
export async function subjectKey(db: Db, keyring: Keyring, subject: string): Promise<string> {
  const [row] = await run<{ wrapped: string }>(db, {
    name: 'es-subject-key',
    text: "SELECT encode(es.subject_key($1, $2), 'base64') AS wrapped",
    values: [subject, keyring.newKey(subject)],
  })
  if (!row) throw new Error(`no key for ${subject}`)
  return oneLine(row.wrapped)
}

/** Whose key an append needs; null when nothing in it is personal. */
export function subjectOf(
  events: readonly DomainEvent[],
  { stream, personal = {}, keyring }: { stream: string; personal?: AnyPersonal; keyring?: Keyring },
): string | null {
  const subjects = new Set(events.flatMap(({ type, data }) => personal[type]?.subject(data as never) ?? []))
  const [subject = null] = subjects
  if (subjects.size > 1) throw new Error(`one append to ${stream} is about ${[...subjects].join(' and ')}`)
  if (subject !== null && !keyring) throw new Error(`${stream} holds personal fields and there is no keyring`)
  return subject
}

type SealedWith = {
  stream: string
  personal: AnyPersonal
  keyring: Keyring | undefined
  wrapped: string | null
}

/** The event's data as it is stored. */
export function sealEvent(
  { type, data }: DomainEvent,
  { stream, personal, keyring, wrapped }: SealedWith,
): unknown {
  const rule = personal[type]
  if (!rule || !keyring || wrapped === null) return data
  const subject = rule.subject(data as never)
  return sealFields(
    keyring,
    { subject, wrapped, context: eventContext(stream, type) },
    data as never,
    rule.fields,
  )
}

// Postgres breaks base64 into lines of 76 characters
export const oneLine = (base64: string) => base64.replaceAll('\n', '')

/** Seals the text fields that are there; without any the data stays as it is. */
export function sealFields(
  keyring: Keyring,
  { subject, wrapped, context }: { subject: string; wrapped: string; context: string },
  data: Fields,
  names: readonly string[],
): Fields {
  const fields = names.filter((name) => typeof data[name] === 'string')
  if (fields.length === 0) return data
  const open = Object.entries(data).filter(([name]) => !fields.includes(name))
  const texts = JSON.stringify(fields.map((name) => data[name]))
  const sealed: Sealed = { fields, box: keyring.seal(subject, wrapped, context, texts) }
  return { ...Object.fromEntries(open), $sealed: sealed }
}

/** `wrapped` null: the key is gone. */
export type SealedBy = { subject: string | null; wrapped: string | null; context: string }

/** The data as it was appended, `[erased]` in the place of what nobody can open any more. */
export function openFields(
  keyring: Keyring | undefined,
  { subject, wrapped, context }: SealedBy,
  data: Fields,
): Fields {
  if (subject === null || !data.$sealed) return data
  const { $sealed, ...open } = data
  const { fields, box } = $sealed as Sealed
  const texts: string[] | undefined =
    wrapped && keyring ? JSON.parse(keyring.open(subject, oneLine(wrapped), context, box)) : undefined
  const instead = wrapped ? sealedAway : erased
  fields.forEach((name, i) => {
    open[name] = texts?.[i] ?? instead
  })
  return open
}

/** What a box in the log is bound to. */
export const eventContext = (stream: string, type: string) => `${stream}|${type}`
