import type { DomainEvent } from '../event-store/event.ts'
import { type DataKey, type Keyring, stripNewlines } from './keyring.ts'

/** Which text fields of an event are about a person, and which person: `lead-7`. One per event type that has any. */
export type Personal<Event extends DomainEvent = DomainEvent> = {
  readonly [Type in Event['type']]?: {
    subject: (data: DataOf<Event, Type>) => string
    fields: readonly TextField<DataOf<Event, Type>>[]
  }
}

type DataOf<Event extends DomainEvent, Type> = Event extends DomainEvent
  ? Type extends Event['type']
    ? Event['data']
    : never
  : never

// another value would not be encrypted
type TextField<Data> = {
  [Name in keyof Data]-?: Data[Name] extends string | null | undefined ? Name : never
}[keyof Data] &
  string

// biome-ignore lint/suspicious/noExplicitAny: the fields of different events stand side by side
export type AnyPersonal = Personal<any>

type Fields = Record<string, unknown>
/** How personal fields are stored; both names are part of stored events. */
type Encrypted = { fields: string[]; box: string }

/** The value of a field whose person has been erased. */
export const erased = '[erased]'
/** The value of a personal field without the master key. */
const unreadable = '[sealed]'

/** Encrypts the text fields that are there; without any the data stays as it is. */
export function encryptFields(
  keyring: Keyring,
  { key, context }: { key: DataKey; context: string },
  data: Fields,
  names: readonly string[],
): Fields {
  const fields = names.filter((name) => typeof data[name] === 'string')
  if (fields.length === 0) return data
  const open = Object.entries(data).filter(([name]) => !fields.includes(name))
  const texts = JSON.stringify(fields.map((name) => data[name]))
  const encrypted: Encrypted = { fields, box: keyring.encrypt(key, context, texts) }
  return { ...Object.fromEntries(open), $sealed: encrypted }
}

/** `wrapped` null: the key is destroyed. */
export type EncryptedWith = { subject: string | null; wrapped: string | null; context: string }

/** The data as it was before encryption, with `[erased]` for fields whose key is destroyed. */
export function decryptFields(
  keyring: Keyring | undefined,
  { subject, wrapped, context }: EncryptedWith,
  data: Fields,
): Fields {
  if (subject === null || !data.$sealed) return data
  const { $sealed, ...open } = data
  const { fields, box } = $sealed as Encrypted
  const texts: string[] | undefined =
    wrapped && keyring
      ? JSON.parse(keyring.decrypt({ subject, wrapped: stripNewlines(wrapped) }, context, box))
      : undefined
  const placeholder = wrapped ? unreadable : erased
  fields.forEach((name, i) => {
    open[name] = texts?.[i] ?? placeholder
  })
  return open
}

/** What a ciphertext in the log is bound to. */
export const eventContext = (stream: string, type: string) => `${stream}|${type}`

/** The person that these events are about; null when nothing in them is personal. */
export function subjectOf(
  stream: string,
  events: readonly DomainEvent[],
  personal: AnyPersonal = {},
): string | null {
  const subjects = new Set(events.flatMap(({ type, data }) => personal[type]?.subject(data as never) ?? []))
  const [subject = null] = subjects
  if (subjects.size > 1) throw new Error(`one append to ${stream} is about ${[...subjects].join(' and ')}`)
  return subject
}

/** The event's data as it is stored. */
export function encryptEvent(
  { type, data }: DomainEvent,
  {
    stream,
    personal,
    keyring,
    dataKey,
  }: { stream: string; personal: AnyPersonal; keyring: Keyring | undefined; dataKey: DataKey | undefined },
): unknown {
  const rule = personal[type]
  if (!rule || !keyring || !dataKey) return data
  return encryptFields(
    keyring,
    { key: dataKey, context: eventContext(stream, type) },
    data as never,
    rule.fields,
  )
}
