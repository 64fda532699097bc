import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Remote } from '@plumbline/contract'
import { expect, it } from 'vitest'
import { isCurrent, navEntries, withShortcuts } from './navigation.ts'

const root = resolve(import.meta.dirname, '../..')
const remotes = ['crm', 'scheduling', 'billing', 'messaging'].map(
  (name): Remote => JSON.parse(readFileSync(`${root}/mfe-${name}/mfe.json`, 'utf8')),
)
const entries = navEntries({ remotes, may: () => true })

it('the sidebar has the six documented entries in their order', () => {
  expect(entries.map(({ to, label }) => [to, label])).toEqual([
    ['/dashboard', 'Dashboard'],
    ['/customers', 'Customers'],
    ['/scheduler', 'Scheduler'],
    ['/invoices', 'Invoices'],
    ['/messages', 'Messages'],
    ['/crm', 'CRM'],
  ])
})

it.each([
  ['/', 'Dashboard'],
  ['/dashboard', 'Dashboard'],
  ['/customers', 'Customers'],
  ['/customers/7/invoices', 'Customers'],
  ['/scheduler', 'Scheduler'],
  ['/appointments/new', 'Scheduler'],
  ['/invoices', 'Invoices'],
  ['/quotes/7', 'Invoices'],
  ['/crm', 'CRM'],
  ['/invoices/new', undefined],
  ['/crm/nothing', undefined],
])('on %s the highlighted entry is %s', (path, label) => {
  expect(entries.filter((entry) => isCurrent(entry, path)).map((entry) => entry.label)).toEqual(
    label ? [label] : [],
  )
})

it('every documented path belongs to exactly one remote', () => {
  const documented = [
    '/crm',
    '/my-day',
    '/scheduler',
    '/invoices',
    '/messages',
    '/customers',
    '/customers/new',
    '/customers/:id/appointments',
    '/customers/:id/invoices',
    '/appointments',
    '/appointments/new',
    '/appointments/:id',
    '/appointments/:id/edit',
    '/invoices/new',
    '/quotes',
    '/quotes/new',
    '/quotes/price-book',
    '/quotes/:id',
    '/quotes/:id/edit',
  ]
  expect(remotes.flatMap((remote) => remote.paths).sort()).toEqual(documented.sort())
})

it('every entry has a letter of its own', () => {
  const keys = Object.fromEntries(withShortcuts(entries).map(({ label, key }) => [label, key]))
  expect(keys).toEqual({
    Dashboard: 'd',
    Customers: 'c',
    Scheduler: 's',
    Invoices: 'i',
    Messages: 'm',
    CRM: 'r',
  })
})

it('an entry all of whose letters are taken has none', () => {
  const twice = [{ label: 'D', to: '/d', icon: 'd', order: 1, match: [] }]
  expect(withShortcuts([...twice, ...twice]).map(({ key }) => key)).toEqual(['d'])
})
