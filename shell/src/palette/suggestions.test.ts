import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Remote } from '@plumbline/contract'
import { expect, it } from 'vitest'
import { idsAt, type RecordsInView } from './declarations.ts'
import { matches, suggestionsFor } from './suggestions.ts'

const root = resolve(import.meta.dirname, '../../..')
const remotes = ['crm', 'scheduling', 'billing', 'messaging'].map(
  (name): Remote => JSON.parse(readFileSync(`${root}/mfe-${name}/mfe.json`, 'utf8')),
)
const carla = { id: '7', name: 'Carla Nunez', fields: { phone: '(919) 555-0104' } }
const repairs = { id: '81', name: 'General Repairs', fields: { customerId: 7 } }

type Options = { url?: string; records?: RecordsInView; typed?: string; visited?: [string, string][] }

const commands = [
  { id: 'sign out', label: 'Logout', words: 'log out sign out', icon: 'signOut', onSelect: () => {} },
]

const suggest = ({ url = '/dashboard', records, typed = '', visited = [] }: Options = {}) => {
  const addressOf = (text: string) => {
    const { pathname, search } = new URL(text, 'http://shop.test')
    return { pathname, search }
  }
  const address = addressOf(url)
  const ids = idsAt(remotes, address)
  const places = visited.map(([place, title]) => ({ ...addressOf(place), title }))
  return suggestionsFor({ remotes, may: () => true, address, ids, records, places, commands }, typed)
}
const rowsOf = (groups: ReturnType<typeof suggest>, id: string) =>
  groups.find((group) => group.id === id)?.rows.map(({ label, href }) => `${label} → ${href}`) ?? []

it('everywhere it creates and goes to the pages of the navigation', () => {
  const groups = suggest()
  expect(groups.map(({ heading }) => heading)).toEqual(['Create', 'Go to'])
  expect(rowsOf(groups, 'create')).toEqual([
    'New customer → /customers/new',
    'New lead → /crm?tab=leads&add=lead',
    'New appointment → /appointments/new',
    'New quote → /quotes/new',
    'New invoice → /invoices/new',
    'New message → /messages?add=message',
  ])
  expect(rowsOf(groups, 'pages')).toHaveLength(6)
})

it('acts on the customer in view, and creates for them', () => {
  const groups = suggest({ url: '/customers?customer=7', records: { customer: carla } })
  expect(groups[0]?.heading).toBe('On this page · Carla Nunez')
  expect(rowsOf(groups, 'in-view')).toEqual([
    'Call → tel:9195550104',
    'New appointment → /appointments/new?customerId=7',
    'New quote → /quotes/new?customerId=7',
    'New invoice → /invoices/new?customerId=7',
    'New message → /messages?customer=7',
    'Appointments of this customer → /customers/7/appointments',
    'Invoices of this customer → /customers/7/invoices',
  ])
  expect(rowsOf(groups, 'create').map((it) => it.split(' →')[0])).toEqual(['New customer', 'New lead'])
})

it('acts on an appointment and on its customer; the rows are there before the records are', () => {
  const url = '/appointments/81'
  const known = suggest({ url, records: { appointment: repairs, customer: carla } })
  const unknown = suggest({ url })
  expect(known[0]?.heading).toBe('On this page · General Repairs · Carla Nunez')
  expect(rowsOf(known, 'in-view').slice(0, 2)).toEqual([
    'Call → tel:9195550104',
    'Invoice this job → /appointments/81?invoice=new',
  ])
  expect(unknown[0]?.rows.map(({ label }) => label)).toEqual(known[0]?.rows.map(({ label }) => label))
  expect(unknown[0]?.rows.every(({ href }) => href === undefined)).toBe(true)
})

it.each(['', 'ask at the front desk'])('does not offer to call a customer whose number is "%s"', (phone) => {
  const silent = { ...carla, fields: { phone } }
  const groups = suggest({ url: '/customers?customer=7', records: { customer: silent } })
  expect(rowsOf(groups, 'in-view').join()).not.toContain('Call')
})

it('lists the last places once each, without this one, those of the navigation, and words that were typed', () => {
  const groups = suggest({
    url: '/invoices?invoice=60',
    visited: [
      ['/invoices?invoice=60', 'Invoice INV-000060'],
      ['/customers?customer=7&q=nun', 'Customer Carla Nunez'],
      ['/customers?q=nun', 'Customers'],
      ['/customers?customer=7', 'Customer Carla Nunez'],
      ['/account', 'Your account'],
    ],
  })
  expect(rowsOf(groups, 'recent')).toEqual([
    'Customer Carla Nunez → /customers?customer=7',
    'Your account → /account',
  ])
})

it.each([
  ['inv', ['New invoice', 'Invoices', 'Overdue invoices']],
  ['new inv', ['New invoice']],
  ['go to rep', ['Reports']],
  ['PASSWORD', []],
  ['account', ['Your account']],
  ['calendar', ['Calendar']],
  ['templates', ['Message templates']],
  ['reminders', ['Upcoming reminders']],
  ['import', ['Import customers']],
  ['log out', ['Logout']],
  ['logout', ['Logout']],
  ['sign out', ['Logout']],
  ['voice', []],
])('%s finds %o', (typed, labels) => {
  expect(suggest({ typed }).flatMap(({ rows }) => rows.map(({ label }) => label))).toEqual(labels)
})

it('a word matches the beginning of a word, whatever its case and its accents', () => {
  expect(matches('Customer José Núñez', 'nunez jos')).toBe(true)
  expect(matches('Customer José Núñez', 'unez')).toBe(false)
  expect(matches('Customers', '!?')).toBe(false)
})
