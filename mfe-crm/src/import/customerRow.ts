import { type CustomerFieldName, customerStatuses, leadSources } from '@plumbline/crm/api'
import { sourceLabels } from '../customers/customer.ts'
import { type AddressPart, addressRank, type Column, type ColumnField, columnFields } from './headings.ts'

/** The cells of a customer by our column names, without empty ones. `phone` and `email` may have several, one a line. */
export type CsvRow = Partial<Record<CustomerFieldName, string>>

/** A cell that is not empty. */
type Cell = { heading: string; column: Column; text: string }

const nameSuffix = /^(jr|sr|ii|iii|iv)\.?$/i

/** A name as people write it, in its two parts: `Ann Lee`, `Lee, Ann`, `Ann Lee, Jr.`; of a couple as well. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [beforeComma = '', afterComma = ''] = name.split(/,(.*)/s).map((part) => part.trim())
  if (afterComma && !nameSuffix.test(afterComma)) return { firstName: afterComma, lastName: beforeComma }
  const words = name.split(/\s+/)
  const lastWords = words.length > 2 && nameSuffix.test(words.at(-1) ?? '') ? 2 : 1
  const isFirstNameOnly = words.length === 1 || /^(and|&|\+)$/i.test(words.at(-2) ?? '')
  if (isFirstNameOnly) return { firstName: name, lastName: '' }
  return { firstName: words.slice(0, -lastWords).join(' '), lastName: words.slice(-lastWords).join(' ') }
}

type Choices = { values: readonly string[]; labels?: Record<string, string> }
const choices: Partial<Record<ColumnField, Choices>> = {
  status: { values: customerStatuses },
  source: { values: leadSources, labels: sourceLabels },
}

/** The stored value that a text means, whatever its case or the label on the screen; else the text, to be checked as it is. */
function storedValue(text: string, { values, labels }: Choices = { values: [] }): string {
  const lower = text.toLowerCase()
  return values.find((it) => it === lower || labels?.[it]?.toLowerCase() === lower) ?? text
}

// the mark that an export puts before what looks like a formula
const withoutMark = (text: string) => text.replace(/^'(?=[=+\-@\t\r])/, '')
const wordsIn = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ')
const isSame = (one: string, other: string) => wordsIn(one) === wordsIn(other)

/** A row as the import takes it. What is known and has no field of its own goes to the notes, with its heading. */
export function readRow(
  headings: readonly string[],
  columns: readonly (Column | undefined)[],
  row: readonly string[],
): CsvRow {
  const cells = columns.flatMap((column, i): Cell[] => {
    const text = withoutMark((row[i] ?? '').trim())
    return column && text ? [{ heading: headings[i] ?? '', column, text }] : []
  })
  const names = readNames(cells)
  const addresses = readAddresses(cells)
  const field = (name: string) => cells.filter(({ column }) => column.is === 'field' && column.field === name)
  const single = columnFields
    .filter((name) => name !== 'firstName' && name !== 'lastName' && name !== 'notes')
    .map((name) => ({ name, cells: field(name) }))
  const notes = [
    ...field('notes').map(({ text }) => text),
    ...names.notes,
    ...addresses.notes,
    ...single.flatMap(({ cells }) => cells.slice(1)).map(({ heading, text }) => `${heading}: ${text}`),
  ]
  const read: CsvRow = {
    ...Object.fromEntries(
      single.map(({ name, cells }) => [name, storedValue(cells[0]?.text ?? '', choices[name])]),
    ),
    firstName: names.firstName,
    lastName: names.lastName,
    email: ofKind(cells, 'email')
      .map(({ text }) => text)
      .join('\n'),
    phone: phonesOf(cells),
    address: addresses.first,
    notes: notes.join('\n'),
  }
  return Object.fromEntries(Object.entries(read).filter(([, text]) => text !== ''))
}

function readNames(cells: readonly Cell[]) {
  const used = new Set<Cell>()
  const take = (matches: (column: Column) => boolean): string => {
    const cell = cells.find(({ column }) => matches(column))
    if (cell) used.add(cell)
    return cell?.text ?? ''
  }
  const part = (name: string) => (column: Column) => column.is === 'name' && column.part === name
  const field = (name: string) => (column: Column) => column.is === 'field' && column.field === name
  const company = cells.find(({ column }) => part('company')(column))
  let name = {
    firstName: [take(field('firstName')), take(part('middle'))].filter(Boolean).join(' '),
    lastName: [take(field('lastName')), take(part('suffix'))].filter(Boolean).join(' '),
  }
  if (!name.firstName && !name.lastName) {
    const whole = take(part('full')) || (company ? '' : take(part('other')))
    name = whole ? splitName(whole) : { firstName: company?.text ?? '', lastName: '' }
  }
  const single = name.firstName || name.lastName
  // "Cobalt" of "Cobalt Property Group" is the company
  if (
    company &&
    (!name.firstName || !name.lastName) &&
    company.text.toLowerCase().startsWith(single.toLowerCase())
  )
    name = { firstName: company.text, lastName: '' }
  const shown = `${name.firstName} ${name.lastName}`
  const others = cells.filter(
    (cell) =>
      (cell.column.is === 'name' || field('firstName')(cell.column) || field('lastName')(cell.column)) &&
      !used.has(cell) &&
      !isSame(cell.text, shown) &&
      (cell === company || !company || !isSame(cell.text, company.text)),
  )
  return {
    ...name,
    notes: others.map((cell) => `${cell === company ? 'Company' : cell.heading}: ${cell.text}`),
  }
}

const ofKind = (cells: readonly Cell[], kind: Column['is']) =>
  cells.filter(({ column }) => column.is === kind)

/** What a label column says of the group, as "Home" in Google Contacts. */
function labelOf(cells: readonly Cell[], kind: 'phone' | 'address', group: string): string {
  const label = cells.find(
    ({ column }) => column.is === 'label' && column.of === kind && column.group === group,
  )
  return label?.text.replace(/^\* /, '') ?? ''
}

/** One number a line, with what it is where there are several. */
function phonesOf(cells: readonly Cell[]): string {
  const phones = ofKind(cells, 'phone').map(({ column, text }) => {
    if (column.is !== 'phone') return { label: '', text }
    return { label: labelOf(cells, 'phone', column.group) || column.label, text }
  })
  const needsLabel = phones.length > 1 || /fax|pager/i.test(phones[0]?.label ?? '')
  return phones.map(({ label, text }) => (needsLabel && label ? `${label}: ${text}` : text)).join('\n')
}

/** The first address, and lines for the notes about the others. */
function readAddresses(cells: readonly Cell[]): { first: string; notes: string[] } {
  const groups = new Map<string, Map<AddressPart, string>>()
  for (const { column, text } of cells) {
    if (column.is !== 'address') continue
    const parts = groups.get(column.group) ?? new Map<AddressPart, string>()
    const before = parts.get(column.part)
    parts.set(column.part, before ? `${before}, ${text}` : text)
    groups.set(column.group, parts)
  }
  const addresses = [...groups]
    .sort(([a], [b]) => addressRank(a) - addressRank(b))
    .map(([group, parts]) => ({ group, text: joinAddress(parts) }))
    .filter(({ text }, i, all) => text !== '' && all.findIndex((it) => isSame(it.text, text)) === i)
  const [first, ...others] = addresses
  return {
    first: first?.text ?? '',
    notes: others.map(({ group, text }) => {
      const kind = labelOf(cells, 'address', group) || group.replace(/^address \d$/, '')
      return `${kind ? `${kind.charAt(0).toUpperCase()}${kind.slice(1)} address` : 'Address'}: ${text}`
    }),
  }
}

const ownCountry = /^(us|usa|u\.s\.(a\.)?|united states( of america)?)$/i

function joinAddress(parts: ReadonlyMap<AddressPart, string>): string {
  const part = (name: AddressPart) => parts.get(name) ?? ''
  const whole = part('whole')
  if (parts.size === 1 && whole) return whole
  const begin = part('street')
    ? [part('street'), part('street2'), part('street3')]
    : [whole, part('street2'), part('street3')]
  // what the first line says already is not repeated
  const isNew = (text: string) =>
    text !== '' && !(part('street') === '' && whole.toLowerCase().includes(text.toLowerCase()))
  const country = ownCountry.test(part('country')) ? '' : part('country')
  const place = [part('region'), part('postalCode')].filter(isNew).join(' ')
  return [...begin, ...[part('city'), place, country].filter(isNew)]
    .filter(Boolean)
    .join(', ')
    .replace(/\s*\n\s*/g, ', ')
}
