import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Remote } from '@plumbline/contract'
import { type Role, rightsOf } from '@plumbline/platform/rights'
import { expect, it } from 'vitest'
import { navEntries } from './navigation.ts'
import { offeredTo } from './offered.ts'
import { commandsOf, creationsOf, recordsOf } from './palette/declarations.ts'

const root = resolve(import.meta.dirname, '../..')
const remotes = ['crm', 'scheduling', 'billing', 'messaging'].map(
  (name): Remote => JSON.parse(readFileSync(`${root}/mfe-${name}/mfe.json`, 'utf8')),
)
function offerOf(role: Role) {
  const rights = rightsOf({ role })
  const may = (right: (typeof rights)[number]) => rights.includes(right)
  const offered = offeredTo(remotes, may)
  return {
    nav: navEntries({ remotes: offered, may }).map(({ label }) => label),
    create: creationsOf(offered).map(({ label }) => label),
    commands: commandsOf(offered).map(({ label }) => label),
    records: recordsOf(offered).map(({ kind }) => kind),
    widgets: offered.flatMap(({ widgets }) => widgets),
  }
}

it('who may everything is offered all that the remotes declare', () => {
  expect(offeredTo(remotes, () => true)).toEqual(
    remotes.map((remote) => ({ create: [], commands: [], records: [], ...remote })),
  )
})

it.each([
  ['manager', ['Dashboard', 'Customers', 'Scheduler', 'Invoices', 'Messages', 'CRM']],
  ['dispatcher', ['Dashboard', 'Customers', 'Scheduler', 'Invoices', 'Messages', 'CRM']],
  ['bookkeeper', ['Dashboard', 'Customers', 'Scheduler', 'Invoices']],
  ['worker', ['My Day', 'Customers', 'Scheduler', 'Messages']],
  ['limited_worker', ['My Day', 'Customers', 'Scheduler']],
] as const)('the navigation of a %s is %j', (role, nav) => {
  expect(offerOf(role).nav).toEqual(nav)
})

it('a limited worker creates nothing, and finds own jobs and their customers', () => {
  const { create, commands, records, widgets } = offerOf('limited_worker')
  expect(create).toEqual([])
  expect(records).toEqual(['customer', 'appointment'])
  expect(commands).toEqual([
    'Call',
    'Call',
    'My Day',
    'Calendar',
    'Appointments',
    'Customer profile',
    'Appointments of this customer',
  ])
  expect(widgets).not.toContain('InvoiceJobDialog')
  expect(widgets).toContain('TodayJobs')
})

it('a bookkeeper creates invoices and opens the reports', () => {
  const { create, commands } = offerOf('bookkeeper')
  expect(create).toEqual(['Invoice'])
  expect(commands).toContain('Reports')
})

it('what an entry needs is not what its page needs alone', () => {
  expect(offerOf('dispatcher').commands).toContain('Overdue invoices')
  expect(offerOf('dispatcher').commands).not.toContain('Reports')
})
