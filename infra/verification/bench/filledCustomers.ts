import type { CustomerRegistered } from '@plumbline/crm/events'
import type { FilledEvent } from './fill.ts'

const firstNames =
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Carlos Sarah Zoë Marta Wei Aisha Omar Priya Lucía Kofi Ingrid Tomasz'.split(
    ' ',
  )
const roots = 'Ash Birch Clay Dun East Fair Green Hart Ing Kings Lang Mar Nor Oak Penn'.split(' ')
const ends = 'bury combe dale field ford ham hurst ley man more ridge son ton wood worth'.split(' ')
const streets = [
  'Oak St',
  'Elm Ave',
  'Maple Dr',
  'Glenwood Ave',
  'Hillsborough St',
  'Falls of Neuse Rd',
  'Six Forks Rd',
]
const towns = [
  'Raleigh, NC 27601',
  'Cary, NC 27511',
  'Durham, NC 27701',
  'Apex, NC 27502',
  'Garner, NC 27529',
]
const startedAt = Date.UTC(2016, 0, 1)
const minute = 60_000

const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()
/** Spreads neighbours far apart, the same way every time. */
export const scatter = (n: number) => Math.imul(n ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 8

/** The customer of this number; the same every time. */
export function person(id: number): CustomerRegistered['data'] {
  const n = scatter(id)
  const firstName = of(firstNames, n)
  const lastName = `${of(roots, n >> 3)}${of(ends, n >> 7)}`
  const digits = String(2_000_000 + ((id * 7_919) % 7_999_999))
  return {
    customerId: id,
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName)}${id}@example.test`,
    phone: `(${of(['919', '984', '336'], n)}) ${digits.slice(0, 3)}-${digits.slice(3)}`,
    address: `${100 + (n % 9_800)} ${of(streets, n >> 5)}, ${of(towns, n >> 9)}`,
    notes: n % 3 === 0 ? 'Gate code on file; rings twice. Prefers mornings.' : null,
    status: of(['lead', 'active', 'completed'], n),
    source: of(['website', 'referral', 'phone', 'direct'], n),
    registeredAt: new Date(startedAt + id * 50 * minute).toISOString(),
  }
}

export function* people(count: number): Generator<FilledEvent> {
  for (let id = 1; id <= count; id++)
    yield { stream: `customer-${id}`, event: { type: 'CustomerRegistered', data: person(id) } }
}
