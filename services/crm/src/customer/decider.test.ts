import { fold } from '@plumbline/platform/event-store'
import { givenEvents } from '@plumbline/platform/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomerEvent } from '../events.ts'
import { type CustomerCommand, customer } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
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
): CustomerCommand => ({ type: 'ChangeCustomer', customerId: 7, details: changes, status: to, now })
const merge = (intoCustomerId: number): CustomerCommand => ({
  type: 'MergeCustomer',
  customerId: 7,
  intoCustomerId,
  now,
})
const remove: CustomerCommand = { type: 'RemoveCustomer', customerId: 7, now }

describe('a customer', () => {
  it('is registered once', () => {
    const register: CustomerCommand = {
      type: 'RegisterCustomer',
      customerId: 7,
      details,
      status: 'lead',
      now,
    }
    givenEvents(customer).when(register).thenEvents([registered()])
    givenEvents(customer, [registered()])
      .when(register)
      .thenRefused('A customer with this id already exists.')
  })

  it('has no value in a field that was added after it was registered', () => {
    const earlier = registered()
    delete (earlier.data as Partial<typeof details>).notes
    givenEvents(customer, [earlier])
      .when(change({ notes: null }))
      .thenEvents([])
  })

  it('records only what is different', () => {
    givenEvents(customer, [registered()])
      .when(change({ ...details, phone: '(919) 555-0119', notes: 'Dog' }))
      .thenEvents([
        {
          type: 'CustomerDetailsChanged',
          data: { customerId: 7, phone: '(919) 555-0119', notes: 'Dog', changedAt: now },
        },
      ])
    givenEvents(customer, [registered()]).when(change(details, 'lead')).thenEvents([])
    givenEvents(customer, [registered()])
      .when(change({ phone: undefined }))
      .thenEvents([])
  })

  it('compares a change with the current details', () => {
    const cleared: CustomerEvent = {
      type: 'CustomerDetailsChanged',
      data: { customerId: 7, address: null, changedAt: now },
    }
    givenEvents(customer, [registered(), cleared])
      .when(change({ address: null }))
      .thenEvents([])
    givenEvents(customer, [registered(), cleared])
      .when(change({ address: '12 Elm St' }))
      .thenEvents([{ ...cleared, data: { ...cleared.data, address: '12 Elm St' } }])
  })

  it.each([
    ['lead', 'active'],
    ['active', 'completed'],
    ['completed', 'active'],
  ])('goes from %s to %s', (from, to) => {
    givenEvents(customer, [registered(from)])
      .when(change({}, to))
      .thenEvents([status(to)])
    givenEvents(customer, [registered(from), status(to)])
      .when(change({}, to))
      .thenEvents([])
  })

  it.each([
    ['lead', 'completed'],
    ['active', 'lead'],
    ['completed', 'lead'],
  ])('does not go from %s to %s', (from, to) => {
    givenEvents(customer, [registered(from)])
      .when(change({ notes: 'x' }, to))
      .thenRefused(`A customer can't change from ${from} to ${to}.`)
  })

  it('is merged once, and not into itself', () => {
    givenEvents(customer, [registered()]).when(merge(9)).thenEvents([merged])
    givenEvents(customer, [registered(), merged]).when(merge(9)).thenEvents([])
    givenEvents(customer, [registered(), merged]).when(merge(10)).thenRefused('merged into customer 9')
    givenEvents(customer, [registered()]).when(merge(7)).thenRefused('into themselves')
  })

  it('accepts no change when it was merged, removed or never registered', () => {
    givenEvents(customer, [registered(), merged])
      .when(change({ notes: 'x' }))
      .thenRefused('This customer was merged into customer 9.')
    givenEvents(customer, [registered(), removed]).when(change({})).thenRefused('Customer not found')
    givenEvents(customer).when(change({})).thenRefused('Customer not found')
    givenEvents(customer, [registered(), merged]).when(remove).thenRefused('merged into customer 9')
  })

  it('is removed once', () => {
    givenEvents(customer, [registered()]).when(remove).thenEvents([removed])
    givenEvents(customer, [registered(), removed]).when(remove).thenEvents([])
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
          events.push(...customer.decide(change(details), fold(customer, events)))
          expect(customer.decide(change(details), fold(customer, events))).toEqual([])
        }
        expect(fold(customer, events)).toEqual({
          is: 'registered',
          status: 'lead',
          details: Object.assign({}, details, ...all),
        })
      }),
    )
  })
})
