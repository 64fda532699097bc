import { expect, it } from 'vitest'
import { conversationQuery } from './queries.ts'

it.each(['message', 'customer', 'consent', 'contact', 'invoice', 'appointment', 'reminder', 'messaging'])(
  'a change of "%s" makes a conversation old: it decides whether what waits there will be sent',
  (kind) => expect(conversationQuery(1).meta?.changedBy).toContain(kind),
)
