import { fold } from '@plumbline/platform/event-store'
import { shapeOf } from '@plumbline/platform/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Customer } from '../api.ts'
import { type CustomerCommand, customer } from '../customer.ts'
import type { CustomerEvent } from '../events.ts'
import { type CustomerRow, customerState, customers } from './customers.ts'

it('what is stored of a row has the shape of today: raise the version with it', () => {
  expect([customers.version, shapeOf(Customer)]).toEqual([2, '7fdb4b6e'])
})

it('a row says of a customer what the events do', () => {
  const text = fc.constantFrom('Ann', 'Bo', '(919) 555-0118', 'x@example.test')
  const textOrNull = fc.option(text)
  const details = {
    ...{ firstName: text, lastName: text, email: text, phone: text, source: text },
    ...{ address: textOrNull, notes: textOrNull },
  }
  const given = { customerId: fc.constant(7), now: fc.constant('2026-11-21T15:00:00.000Z') }
  const status = fc.constantFrom('lead', 'active', 'completed')
  const command: fc.Arbitrary<CustomerCommand> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        ...given,
        type: fc.constant('ChangeCustomer'),
        details: fc.record(details, { requiredKeys: [] }),
        status: fc.option(status, { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ...given, type: fc.constant('MergeCustomer'), intoCustomerId: fc.constant(9) }),
    },
    { weight: 1, arbitrary: fc.record({ ...given, type: fc.constant('RemoveCustomer') }) },
  )
  const first = fc.record({
    ...given,
    type: fc.constant('RegisterCustomer' as const),
    details: fc.record(details),
    status,
  })
  fc.assert(
    fc.property(first, fc.array(command, { maxLength: 8 }), (registration, commands) => {
      const events: CustomerEvent[] = []
      for (const each of [registration, ...commands])
        try {
          events.push(...customer.decide(each, fold(customer, events)))
        } catch (error) {
          expect((error as Error).name).toBe('Rejection')
        }
      const row = events.reduce<CustomerRow | null>(
        (before, event, i) => customers.evolve(before, { ...event, version: i + 1 } as never, 7),
        null,
      )
      const state = fold(customer, events)
      if (row === null) expect(state.is).toBe('removed')
      else expect([customerState(row), row.version]).toEqual([state, events.length])
    }),
  )
})
