import {
  defineProjection,
  int,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import type { CustomerLinkCodeEvent, CustomerLinkEvent, LinkScope } from '../events.ts'

const columns = {
  id: int,
  /** As it was issued; the customer may have been merged into another one since. */
  customerId: int,
  kind: text.of<LinkScope['kind']>(),
  documentId: int,
  issuedAt: timestamptz,
  expiresAt: timestamptz,
  openedAt: timestamptz.null,
  revokedAt: timestamptz.null,
}
export type LinkRow = RowOf<typeof columns>

/** One row per link, those that do not work any more too. It holds no secret. */
export const customerLinks = defineProjection<Exclude<CustomerLinkEvent, CustomerLinkCodeEvent>>()({
  name: 'customerLinks',
  version: 1,
  columns,
  indexes: ['(customer_id)', '(kind, document_id)'],
  key: ({ data }) => data.linkId,
  on: {
    CustomerLinkIssued: (_, { data: { linkId, customerId, scope, expiresAt, issuedAt } }) => ({
      id: linkId,
      customerId,
      kind: scope.kind,
      documentId: scope.id,
      issuedAt,
      expiresAt,
      openedAt: null,
      revokedAt: null,
    }),
    CustomerLinkExtended: (row, { data: { expiresAt } }) => row && { ...row, expiresAt },
    CustomerLinkOpened: (row, { data: { openedAt } }) => row && { ...row, openedAt },
    CustomerLinkRevoked: (row, { data: { revokedAt } }) => row && { ...row, revokedAt },
  },
})
export const customerLinksTable = tableFor(customerLinks)
