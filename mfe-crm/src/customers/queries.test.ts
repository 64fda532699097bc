import { expect, it } from 'vitest'
import { unknownConversationQuery } from './queries.ts'

it.each(['message', 'contact', 'customer'])(
  'a change of "%s" makes a conversation without a customer old, which the pages of messaging show, too',
  (kind) => expect(unknownConversationQuery('1').meta?.changedBy).toContain(kind),
)
