import { expect, it } from 'vitest'
import { appointmentsQuery, consentQuery } from './queries.ts'

it.each(['consent', 'contact', 'customer'])(
  'a change of "%s" makes the consent of a customer old, which the pages of messaging show, too',
  (kind) => expect(consentQuery(1).meta?.changedBy).toContain(kind),
)

it.each(['appointment', 'customer'])(
  'a change of "%s" makes the appointments of a customer old, which the pages of scheduling show, too',
  (kind) => expect(appointmentsQuery(1).meta?.changedBy).toContain(kind),
)
