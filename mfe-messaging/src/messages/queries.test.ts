import { expect, it } from 'vitest'
import { appointmentsQuery, conversationQuery, invoicesQuery } from './queries.ts'

it.each(['message', 'customer', 'consent', 'contact', 'invoice', 'appointment', 'reminder', 'messaging'])(
  'a change of "%s" makes a conversation old: it decides whether what waits there will be sent',
  (kind) => expect(conversationQuery(1).meta?.changedBy).toContain(kind),
)

it('a change of a customer makes their appointments and invoices old, which other pages show, too', () => {
  expect(appointmentsQuery(1).meta?.changedBy).toContain('customer')
  expect(invoicesQuery(1).meta?.changedBy).toContain('customer')
})
