import type { CustomerFieldName } from '@plumbline/crm/api'

/** A field that is one column of a file; of the others there may be several, or parts. */
export type ColumnField = Exclude<CustomerFieldName, 'email' | 'phone' | 'address'>
/** What a column of a file holds. `group`: columns with the same one are about the same phone, e-mail or postal address. */
export type Column =
  | { is: 'field'; field: ColumnField }
  /** `other` is used where there is no better name. */
  | { is: 'name'; part: 'full' | 'middle' | 'suffix' | 'company' | 'other' }
  /** `label` is what the heading says of it, such as `home`. */
  | { is: 'phone' | 'email'; label: string; group: string }
  | { is: 'label'; of: 'phone' | 'email' | 'address'; group: string }
  | { is: 'address'; part: AddressPart; group: string }
export type AddressPart =
  | 'whole'
  | 'street'
  | 'street2'
  | 'street3'
  | 'city'
  | 'region'
  | 'postalCode'
  | 'country'

const name = (part: Extract<Column, { is: 'name' }>['part']): Column => ({ is: 'name', part })

/** As address books, shops, accounting and field-service products call them, without spaces. */
const headingsOf: Record<ColumnField, string> = {
  firstName: 'firstname first given givenname forename',
  lastName: 'lastname last surname familyname',
  status: 'status',
  source: 'source leadsource referralsource',
  notes: 'notes note comment comments memo customernotes clientnotes',
}
export const columnFields = Object.keys(headingsOf) as ColumnField[]
const known: readonly [Column, string][] = [
  ...columnFields.map((field): [Column, string] => [{ is: 'field', field }, headingsOf[field]]),
  [name('middle'), 'middlename mi additionalname'],
  [name('suffix'), 'suffix namesuffix'],
  [name('full'), 'name fullname contactname customername clientname'],
  [name('other'), 'customer client customerfullname displayname fileas nickname'],
  [name('company'), 'company companyname businessname organization organizationname organization1name'],
]
const columnsByName = new Map(
  known.flatMap(([column, headings]) => headings.split(' ').map((heading) => [heading, column] as const)),
)

/** The words of a heading. @example wordsOf('E-mail 1 - Value') // 'email 1 value' */
const wordsOf = (heading: string) =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/#s?/g, ' ')
    .replace(/e[\s-]?mails?/g, ' email ')
    .replace(/(?:tele)?phone(?:number)?s?/g, ' phone ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/ +/g, ' ')

/** The column that a heading means; undefined for one that is not imported. */
export function columnOf(heading: string): Column | undefined {
  const words = wordsOf(heading)
  return columnsByName.get(words.replaceAll(' ', '')) ?? reachColumn(words) ?? addressColumn(words)
}

const aboutContacts = /\b(opt|consent|subscription|status|verified|extension|provider|display name)\b/
const isNumber =
  /\b(phone|mobile|cell|fax|pager|tel)\b|^(home|work|business|office|main|alt|other) (number|no)$/
const withoutKind = (words: string) =>
  words
    .replace(/\b(phone|tel|number|no|value|\d+)\b/g, '')
    .replace(/ +/g, ' ')
    .trim()

function reachColumn(words: string): Column | undefined {
  const kind = /\bemail\b|^mail$/.test(words) ? 'email' : isNumber.test(words) ? 'phone' : undefined
  if (!kind || aboutContacts.test(words)) return undefined
  const group = /\b\d+\b/.exec(words)?.[0] ?? ''
  if (/\b(label|type)$/.test(words)) return { is: 'label', of: kind, group }
  return { is: kind, label: kind === 'phone' ? withoutKind(words) : '', group }
}

/** The kinds of address in the order in which they are preferred: where people work on, before where bills go. */
const addressKinds =
  'service site job property shipping ship home primary main billing bill mailing business work other'.split(
    ' ',
  )
const addressKind = new RegExp(`^(${addressKinds.join('|')}|address \\d)\\b ?`)

/** Before which others an address is preferred. */
export function addressRank(group: string): number {
  const kind = addressKinds.indexOf(group)
  // what has a number or no kind comes before the ones for bills
  return kind < 0 ? addressKinds.indexOf('billing') - 0.5 : kind
}

const addressWords: readonly [AddressPart, RegExp][] = [
  ['street', /^(1|street|street 1)$/],
  ['street2', /^(2|street 2|extended|unit|suite|apt|apartment|po box)$/],
  ['street3', /^(3|street 3)$/],
  ['city', /^(city|town|locality)$/],
  ['region', /^(state|region|province|state region|state province)$/],
  ['postalCode', /^(zip|zip code|zipcode|postal code|postalcode|postcode|postal)$/],
  ['country', /^(country|country region)$/],
]

function addressColumn(words: string): Column | undefined {
  const group = addressKind.exec(words)?.[1] ?? ''
  // "Address 1" alone is the first line
  const isLine = group.startsWith('address') && words === group
  const rest = isLine ? words : words.replace(addressKind, '')
  if (/^(label|type)$/.test(rest) && group) return { is: 'label', of: 'address', group }
  const part = rest
    .replace(/\b(address|line)\b/g, '')
    .replace(/ +/g, ' ')
    .trim()
  const isWhole = part === '' ? /\baddress\b/.test(rest) : /^(formatted|full|to( \d)?)$/.test(part)
  const found = isWhole ? 'whole' : addressWords.find(([, pattern]) => pattern.test(part))?.[0]
  return found && { is: 'address', part: found, group: isLine ? '' : group }
}
