import { toCsv } from '@plumbline/contract/csv'
import type { Customer } from '@plumbline/crm/api'
import { describe, expect, it } from 'vitest'
import { customerColumns } from '../customers/customerCsv.ts'
import { columnOf, type NumberedRow, readCsv, splitName } from './csv.ts'

const cellsOf = (rows: readonly NumberedRow[]) => rows.map(({ cells }) => cells)

const customer: Customer = {
  id: 7,
  firstName: 'Zoë "Z"',
  lastName: 'O’Hara, Jr.',
  email: 'zoe@example.test',
  phone: '+1 555 555 0101',
  address: '1 Elm St\nApt 2',
  status: 'active',
  source: 'referral',
  notes: '=HYPERLINK("http://evil")',
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  phoneDialable: true,
}

const exported = (row: Customer) =>
  toCsv(
    customerColumns.map(([label]) => label),
    [customerColumns.map(([, of]) => of(row))],
  )

it('what was exported is read back as it was, quotes, commas, line breaks and all', async () => {
  const { rows, missing } = await readCsv(exported(customer))
  expect(missing).toEqual([])
  const { firstName, lastName, email, phone, address, status, source, notes } = customer
  expect(cellsOf(rows)).toEqual([{ firstName, lastName, email, phone, address, status, source, notes }])
})

it('an exported cell that looks like a formula does not run in a spreadsheet', () => {
  const [, line = ''] = exported({ ...customer, address: null }).split('\r\n')
  expect(line).toContain(`"'=HYPERLINK`)
  expect(line).toContain(`'+1 555`)
})

it('an exported customer has the time in New York', () => {
  const [head = '', line = ''] = exported({ ...customer, address: null }).split('\r\n')
  expect(head).toMatch(/,Customer since$/)
  expect(line).toMatch(/,"Nov 21, 2026, 10:00 AM"$/)
})

it.each([
  ['First Name', 'firstName'],
  ['E-Mail', 'email'],
  ['Surname', 'lastName'],
  ['MOBILE', 'phone'],
  ['Name', 'name'],
  ['Customer Name', 'name'],
  ['Favourite colour', undefined],
])('the heading %s means %s', (heading, name) => {
  expect(columnOf(heading)).toBe(name)
})

it.each([
  ['Ann Lee', 'Ann', 'Lee'],
  ['Mary Ann Lee', 'Mary Ann', 'Lee'],
  ['Lee, Mary Ann', 'Mary Ann', 'Lee'],
  ['Ann Lee Jr.', 'Ann', 'Lee Jr.'],
  ['Ann Lee, Jr.', 'Ann', 'Lee, Jr.'],
  ['Lee', '', 'Lee'],
])('the name %j is split into %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})

it('a single name column takes the place of first and last name', async () => {
  const { rows, missing } = await readCsv(
    'Name,Email,Phone\nAnn Lee,a@x.io,1\n"Dee, Bo",b@x.io,2\nCher,c@x.io,3',
  )
  expect(missing).toEqual([])
  expect(cellsOf(rows)).toEqual([
    { firstName: 'Ann', lastName: 'Lee', email: 'a@x.io', phone: '1' },
    { firstName: 'Bo', lastName: 'Dee', email: 'b@x.io', phone: '2' },
    { lastName: 'Cher', email: 'c@x.io', phone: '3' },
  ])
})

it('a status or source is known by its label in any case, and otherwise stays as it was written', async () => {
  const { rows } = await readCsv('Status,Source\nACTIVE,Social Media\nVIP,Radio')
  expect(cellsOf(rows)).toEqual([
    { status: 'active', source: 'social' },
    { status: 'VIP', source: 'Radio' },
  ])
})

it('missing columns are named, and empty lines are left out', async () => {
  const { rows, missing } = await readCsv('First Name,Email\nAnn,ann@example.test\n,\n\n')
  expect(missing).toEqual(['Last name', 'Phone'])
  expect(cellsOf(rows)).toEqual([{ firstName: 'Ann', email: 'ann@example.test' }])
})

describe('the encoding of a file', () => {
  const head = 'First name,Last name,Email,Phone'
  const line = 'José,Müller,j@x.io,919 555 0101'
  const text = `${head}\n${line}\n`
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s is recognised', async (_name, bytes) => {
    const { rows, missing } = await readCsv(new File([new Uint8Array(bytes)], 'a.csv'))
    expect(missing).toEqual([])
    expect(cellsOf(rows)).toEqual([
      { firstName: 'José', lastName: 'Müller', email: 'j@x.io', phone: '919 555 0101' },
    ])
  })

  it('characters that only Windows-1252 has are read: “ ” €', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${head},Notes\nA,B,a@x.io,1,`),
      Buffer.from([0x93, 0x80, 0x94]),
    ])
    const { rows } = await readCsv(new File([new Uint8Array(bytes)], 'a.csv'))
    expect(cellsOf(rows)[0]?.notes).toBe('“€”')
  })
})

it.each([
  ['Windows', '\r\n'],
  ['Unix', '\n'],
  ['an old Macintosh', '\r'],
])(
  'rows know their line, after rows of several lines and empty ones too, with the line ends of %s',
  async (_name, end) => {
    const text = [
      'First name;Address',
      'A;"1 Elm St',
      'Apt 2',
      'Raleigh"',
      '',
      ';',
      'B;2 Elm St',
      'C;x',
      '',
    ].join(end)
    const { rows } = await readCsv(text)
    expect(rows.map(({ line, cells }) => [line, cells.firstName])).toEqual([
      [2, 'A'],
      [7, 'B'],
      [8, 'C'],
    ])
    expect(rows[0]?.cells.address?.split(end)).toEqual(['1 Elm St', 'Apt 2', 'Raleigh'])
  },
)
