import type { Customer } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { columnOf, readCsv, toCsv } from './csv.ts'

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

it('what was exported is read back as it was, quotes, commas, line breaks and all', async () => {
  const { rows, missing } = await readCsv(toCsv([customer]))
  expect(missing).toEqual([])
  const { firstName, lastName, email, phone, address, status, source, notes } = customer
  expect(rows).toEqual([{ firstName, lastName, email, phone, address, status, source, notes }])
})

it('what looks like a formula does not run in a spreadsheet', () => {
  const [, line = ''] = toCsv([{ ...customer, address: null }]).split('\r\n')
  expect(line).toContain(`"'=HYPERLINK`)
  expect(line).toContain(`'+1 555`)
})

it.each([
  ['First Name', 'firstName'],
  ['E-Mail', 'email'],
  ['Surname', 'lastName'],
  ['MOBILE', 'phone'],
  ['Favourite colour', undefined],
])('the heading %s means %s', (heading, name) => {
  expect(columnOf(heading)).toBe(name)
})

it('says which columns are missing, and leaves out empty lines', async () => {
  const { rows, missing } = await readCsv('First Name,Email\nAnn,ann@example.test\n,\n\n')
  expect(missing).toEqual(['Last name', 'Phone'])
  expect(rows).toEqual([{ firstName: 'Ann', email: 'ann@example.test' }])
})
