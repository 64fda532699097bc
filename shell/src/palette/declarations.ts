import type { Remote } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/contact'

/** Ids of records by kind, as in `{ customer: '7' }`. */
export type RecordIds = Readonly<Record<string, string>>
/** A record as its `read` answered it; without `read` it has no fields and no name. */
export type RecordInView = { id: string; name: string; fields: Readonly<Record<string, unknown>> }
export type RecordsInView = Readonly<Record<string, RecordInView>>

type Remotes = readonly Remote[]
const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order

export const recordsOf = (remotes: Remotes) => remotes.flatMap(({ records = [] }) => records).sort(byOrder)
export const creationsOf = (remotes: Remotes) => remotes.flatMap(({ create = [] }) => create).sort(byOrder)
export const commandsOf = (remotes: Remotes) => remotes.flatMap(({ commands = [] }) => commands).sort(byOrder)
export type Creation = ReturnType<typeof creationsOf>[number]
export type Command = ReturnType<typeof commandsOf>[number]

const placeholder = /:([a-z]\w*)(?:\.(\w+))?/gi

/** The kinds of records that an address names. @example kindsIn('tel::customer.phone') // ['customer'] */
export const kindsIn = (address: string): string[] =>
  [...address.matchAll(placeholder)].map(([, kind]) => kind as string)

const isId = (text: string | null | undefined): text is string => /^[1-9]\d{0,8}$/.test(text ?? '')

/** The ids that a part of an address has at its placeholder; null where the part is another one. */
function matchPart(pattern: string, text: string | null | undefined): RecordIds | null {
  if (!pattern.startsWith(':')) return pattern === text ? {} : null
  return isId(text) ? { [pattern.slice(1)]: text } : null
}

/** The ids in an address of that pattern; null for any other address. Other values of the query do not matter. */
export function matchAddress(pattern: string, { pathname, search }: Address): RecordIds | null {
  const [path = '', query = ''] = pattern.split('?')
  const segments = path.split('/')
  const own = pathname.split('/')
  if (segments.length !== own.length) return null
  const params = new URLSearchParams(search)
  const parts = [
    ...segments.map((segment, at) => matchPart(segment, own[at])),
    ...[...new URLSearchParams(query)].map(([name, value]) => matchPart(value, params.get(name))),
  ]
  return parts.every((part) => part !== null) ? Object.assign({}, ...parts) : null
}

export type Address = { pathname: string; search: string }

const patternsOf = (remotes: Remotes) => [
  ...recordsOf(remotes).map(({ to }) => to),
  ...remotes.flatMap(({ shows = [] }) => shows),
]

/** The records that an address shows, as the remotes declare it. */
export const idsAt = (remotes: Remotes, address: Address): RecordIds =>
  Object.assign({}, ...patternsOf(remotes).map((pattern) => matchAddress(pattern, address)))

/** The address without what was typed or filtered there: its path, and the records it shows. */
export function placeOf(remotes: Remotes, address: Address): string {
  for (const pattern of patternsOf(remotes)) {
    const ids = matchAddress(pattern, address)
    if (ids) return fillIds(pattern, ids)
  }
  return address.pathname
}

const fillIds = (pattern: string, ids: RecordIds) =>
  pattern.replace(placeholder, (_, kind) => ids[kind] as string)

/** Those kinds, and the kinds of the records that they name in turn: an appointment has a customer. */
export function reachableKinds(remotes: Remotes, kinds: readonly string[]): string[] {
  const reached = new Set(kinds)
  for (const kind of reached)
    for (const { related = {} } of recordsOf(remotes).filter((it) => it.kind === kind))
      for (const other of Object.keys(related)) reached.add(other)
  return [...reached]
}

/** An address with its placeholders filled; undefined where a record, or the field of one, is missing. */
export function fillAddress(address: string, records: RecordsInView): string | undefined {
  const isPhone = address.startsWith('tel:')
  let isComplete = true
  const filled = address.replace(placeholder, (_, kind: string, field?: string) => {
    const record = records[kind]
    const value = field ? record?.fields[field] : record?.id
    isComplete &&= value !== undefined && value !== null && value !== ''
    return isPhone ? String(value) : encodeURIComponent(String(value))
  })
  if (!isComplete) return undefined
  if (!isPhone) return filled
  const link = telephoneLink(filled.slice('tel:'.length))
  // some people's number is 'ask at the front desk'
  return link === 'tel:' ? undefined : link
}

/** What a text such as `:firstName :lastName` says with the fields of a record. */
export const fillText = (text: string, fields: RecordInView['fields']): string =>
  text.replace(placeholder, (_, field) => String(fields[field] ?? '')).trim()

/** Where a search result leads. */
export function hitAddress(
  remotes: Remotes,
  { kind, id, customerId }: { kind: string; id: number; customerId: number | null },
): string | undefined {
  const record = recordsOf(remotes).find((it) => it.kind === kind)
  if (!record) return undefined
  const ids: Record<string, string> = {
    ...(customerId !== null && { customer: String(customerId) }),
    [kind]: String(id),
  }
  const isKnown = kindsIn(record.to).every((it) => it in ids)
  return isKnown ? fillIds(record.to, ids) : record.to.split('?')[0]
}
