import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Remote } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import {
  fillAddress,
  fillText,
  hitAddress,
  idsAt,
  matchAddress,
  placeOf,
  reachableKinds,
} from './declarations.ts'

const root = resolve(import.meta.dirname, '../../..')
const remotes = ['crm', 'scheduling', 'billing', 'messaging'].map(
  (name): Remote => JSON.parse(readFileSync(`${root}/mfe-${name}/mfe.json`, 'utf8')),
)
const address = (url: string) => {
  const { pathname, search } = new URL(url, 'http://shop.test')
  return { pathname, search }
}

describe('the records that an address shows', () => {
  it.each([
    ['/customers?customer=7', { customer: '7' }],
    ['/customers?customer=7&q=prewitt&status=active', { customer: '7' }],
    ['/crm?tab=leads&lead=3', { lead: '3' }],
    ['/crm?convert=3', { lead: '3' }],
    ['/customers/7/appointments', { customer: '7' }],
    ['/customers/7/invoices', { customer: '7' }],
    ['/appointments/81', { appointment: '81' }],
    ['/appointments/81/edit', { appointment: '81' }],
    ['/appointments/new?customerId=7', { customer: '7' }],
    ['/invoices?invoice=60', { invoice: '60' }],
    ['/messages?customer=7&tab=email', { customer: '7' }],
    // none
    ['/dashboard', {}],
    ['/customers?q=7', {}],
    ['/customers?customer=0', {}],
    ['/customers?customer=seven', {}],
    ['/appointments/new', {}],
    ['/invoices?lead=3', {}],
    ['/crm?lead=3', {}],
    ['/customers/7/appointments/more', {}],
  ])('of %s are %o', (url, ids) => {
    expect(idsAt(remotes, address(url))).toEqual(ids)
  })

  it('are none for a build from before records were declared', () => {
    const old = remotes.map(({ create, commands, records, shows, ...rest }) => rest)
    expect(idsAt(old, address('/customers?customer=7'))).toEqual({})
  })
})

it('an address that is another one is told from one without records', () => {
  expect(matchAddress('/crm?tab=leads&lead=:lead', address('/crm?tab=leads'))).toBeNull()
  expect(matchAddress('/crm?tab=leads', address('/crm?tab=leads'))).toEqual({})
})

it.each([
  ['/customers?q=jane+doe&status=active', '/customers'],
  ['/customers?q=5550104&customer=7', '/customers?customer=7'],
  ['/messages?q=secret', '/messages'],
  ['/appointments/81?text=new-time', '/appointments/81'],
])('the place of %s is %s, without what was typed', (url, place) => {
  expect(placeOf(remotes, address(url))).toBe(place)
})

it('a record leads to the records that it names', () => {
  expect(reachableKinds(remotes, ['appointment'])).toEqual(['appointment', 'customer'])
  expect(reachableKinds(remotes, ['lead'])).toEqual(['lead'])
})

describe('an address with placeholders', () => {
  const customer = { id: '7', name: '', fields: { phone: '(919) 555-0104 ext. 2', email: '', note: 'a b/c' } }

  it.each([
    ['/messages?customer=:customer', '/messages?customer=7'],
    ['/customers/:customer/invoices', '/customers/7/invoices'],
    ['tel::customer.phone', 'tel:9195550104;ext=2'],
    ['/find?text=:customer.note', '/find?text=a%20b%2Fc'],
    ['/invoices', '/invoices'],
  ])('%s is filled: %s', (pattern, filled) => {
    expect(fillAddress(pattern, { customer })).toBe(filled)
  })

  it.each(['/crm?lead=:lead', 'mailto::customer.email', '/find?fax=:customer.fax'])(
    '%s is not offered without its value',
    (pattern) => {
      expect(fillAddress(pattern, { customer })).toBeUndefined()
    },
  )
})

it('a name is made of fields', () => {
  expect(fillText(':firstName :lastName', { firstName: 'Carla', lastName: 'Nunez' })).toBe('Carla Nunez')
  expect(fillText('Invoice :invoiceNumber', {})).toBe('Invoice')
})

it.each([
  ['customer', 7, 7, '/customers?customer=7'],
  ['lead', 3, null, '/crm?tab=leads&lead=3'],
  ['lead', 3, 7, '/crm?tab=leads&lead=3'],
  ['appointment', 81, 7, '/appointments/81'],
  ['invoice', 60, 7, '/invoices?invoice=60'],
  ['message', 900, 7, '/messages?customer=7'],
  // of a number that is no customer's
  ['message', 900, null, '/messages'],
  ['tool', 1, null, undefined],
])('a found %s %i of customer %s leads to %s', (kind, id, customerId, to) => {
  expect(hitAddress(remotes, { kind, id, customerId })).toBe(to)
})
