import { fold } from '@plumbline/platform/event-store'
import { givenEvents } from '@plumbline/platform/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomerEvent } from '../events.ts'
import { type CustomerCommand, customerDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const given = (history: CustomerEvent[] = []) => givenEvents(customerDecider, history, { id: 7, now })
const details = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '(919) 555-0118',
  address: '12 Elm St',
  notes: null,
  source: 'website',
}
const registered = (status = 'lead'): CustomerEvent => ({
  type: 'CustomerRegistered',
  data: { customerId: 7, ...details, status, registeredAt: now },
})
const merged: CustomerEvent = {
  type: 'CustomerMerged',
  data: { customerId: 7, intoCustomerId: 9, mergedAt: now },
}
const removed: CustomerEvent = { type: 'CustomerRemoved', data: { customerId: 7, removedAt: now } }
const status = (to: string): CustomerEvent => ({
  type: 'CustomerStatusChanged',
  data: { customerId: 7, status: to, changedAt: now },
})
const change = (
  changes: Extract<CustomerCommand, { type: 'ChangeCustomer' }>['details'],
  to?: string,
): CustomerCommand => ({ type: 'ChangeCustomer', details: changes, status: to })
const merge = (intoCustomerId: number): CustomerCommand => ({ type: 'MergeCustomer', intoCustomerId })
const remove: CustomerCommand = { type: 'RemoveCustomer' }

describe('a customer', () => {
  it('is registered once', () => {
    const register: CustomerCommand = { type: 'RegisterCustomer', details, status: 'lead' }
    given().when(register).thenEvents([registered()])
    given([registered()]).when(register).thenRefused('A customer with this id already exists.')
  })

  it('has no value in a field that was added after it was registered', () => {
    const earlier = registered()
    delete (earlier.data as Partial<typeof details>).notes
    given([earlier])
      .when(change({ notes: null }))
      .thenEvents([])
  })

  it('records only what is different', () => {
    given([registered()])
      .when(change({ ...details, phone: '(919) 555-0119', notes: 'Dog' }))
      .thenEvents([
        {
          type: 'CustomerDetailsChanged',
          data: { customerId: 7, phone: '(919) 555-0119', notes: 'Dog', changedAt: now },
        },
      ])
    given([registered()]).when(change(details, 'lead')).thenEvents([])
    given([registered()])
      .when(change({ phone: undefined }))
      .thenEvents([])
  })

  it('compares a change with the current details', () => {
    const cleared: CustomerEvent = {
      type: 'CustomerDetailsChanged',
      data: { customerId: 7, address: null, changedAt: now },
    }
    given([registered(), cleared])
      .when(change({ address: null }))
      .thenEvents([])
    given([registered(), cleared])
      .when(change({ address: '12 Elm St' }))
      .thenEvents([{ ...cleared, data: { ...cleared.data, address: '12 Elm St' } }])
  })

  it.each([
    ['lead', 'active'],
    ['active', 'completed'],
    ['completed', 'active'],
  ])('goes from %s to %s', (from, to) => {
    given([registered(from)])
      .when(change({}, to))
      .thenEvents([status(to)])
    given([registered(from), status(to)])
      .when(change({}, to))
      .thenEvents([])
  })

  it.each([
    ['lead', 'completed'],
    ['active', 'lead'],
    ['completed', 'lead'],
  ])('does not go from %s to %s', (from, to) => {
    given([registered(from)])
      .when(change({ notes: 'x' }, to))
      .thenRefused(`A customer can't change from ${from} to ${to}.`)
  })

  it('is merged once, and not into itself', () => {
    given([registered()]).when(merge(9)).thenEvents([merged])
    given([registered(), merged]).when(merge(9)).thenEvents([])
    given([registered(), merged]).when(merge(10)).thenRefused('merged into customer 9')
    given([registered()]).when(merge(7)).thenRefused('into themselves')
  })

  it('accepts no change when it was merged, removed or never registered', () => {
    given([registered(), merged])
      .when(change({ notes: 'x' }))
      .thenRefused('This customer was merged into customer 9.')
    given([registered(), removed]).when(change({})).thenRefused('Customer not found')
    given().when(change({})).thenRefused('Customer not found')
    given([registered(), merged]).when(remove).thenRefused('merged into customer 9')
  })

  it('is removed once', () => {
    given([registered()]).when(remove).thenEvents([removed])
    given([registered(), removed]).when(remove).thenEvents([])
  })

  const text = fc.constantFrom('a', 'b', 'c')
  const changesOfDetails = fc.record(
    { firstName: text, phone: text, address: fc.option(text), notes: fc.option(text), source: text },
    { requiredKeys: [] },
  )

  it('has the last value of every field, and a repeated change records no event', () => {
    fc.assert(
      fc.property(fc.array(changesOfDetails), (all) => {
        const events = [registered()]
        for (const details of all) {
          const changed = () =>
            customerDecider.decide(change(details), fold(customerDecider, events), { id: 7, now })
          events.push(...changed())
          expect(changed()).toEqual([])
        }
        expect(fold(customerDecider, events)).toEqual({
          is: 'registered',
          status: 'lead',
          details: Object.assign({}, details, ...all),
        })
      }),
    )
  })
})
