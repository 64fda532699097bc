import { invoiceNumberText, quoteNumberText } from '@plumbline/billing/events'
import { type AnyRoute, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { customerNotFound } from '../customer/decider.ts'
import { customerById } from '../customer/queries.ts'
import { enterCode, sendCode } from './codes.ts'
import * as commands from './commands.ts'
import { findLinkedCustomer, resolveLink } from './open.ts'
import {
  customerOfAppointment,
  customerOfInvoice,
  customerOfQuote,
  linksOf,
  type NamedLink,
} from './queries.ts'

export const linkRoutes: readonly AnyRoute[] = [
  route(api.linkQuote, async (call) => {
    const { id } = call.params
    return commands.issueLink(call, await customerOfQuote(call.db, id), { kind: 'quote', id })
  }),
  route(api.linkInvoice, async (call) => {
    const { id } = call.params
    return commands.issueLink(call, await customerOfInvoice(call.db, id), { kind: 'invoice', id })
  }),
  route(api.linkAppointment, async (call) => {
    const { id } = call.params
    return commands.issueLink(call, await customerOfAppointment(call.db, id), { kind: 'appointment', id })
  }),
  route(api.listCustomerLinks, async ({ db, params }) =>
    (await linksOf(db, await currentId(db, params.id))).map(toLink),
  ),
  route(api.revokeCustomerLink, async (call) => {
    await commands.revokeLink(call, await currentId(call.db, call.params.id), call.params.linkId)
    return undefined
  }),
  route(api.revokeCustomerLinks, async (call) => ({
    revoked: await commands.revokeLinks(call, await currentId(call.db, call.params.id)),
  })),
  route(api.resolveLink, (call) => resolveLink(call, call.body)),
  route(api.findLinkedCustomer, (call) => findLinkedCustomer(call, call.body)),
  route(api.sendCode, (call) => sendCode(call, call.body)),
  route(api.enterCode, (call) => enterCode(call, call.body)),
  route(api.recordOpening, async (call) => {
    const { linkId, customerId } = call.body
    const metadata = { ...call.metadata, actor: `customer-${customerId}` }
    await commands.recordOpening({ ...call, metadata }, linkId)
    return null
  }),
]

async function currentId(db: Parameters<typeof customerById>[0], id: number): Promise<number> {
  const customer = await customerById(db, id)
  if (!customer) throw customerNotFound()
  return customer.id
}

const toLink = ({ openedAt, number, title, startsAt, ...link }: NamedLink): api.CustomerLink => ({
  id: link.id,
  kind: link.kind,
  documentId: link.documentId,
  name: nameOf({ ...link, number, title }),
  startsAt,
  issuedAt: link.issuedAt,
  expiresAt: link.expiresAt,
  lastOpenedAt: openedAt,
})

function nameOf({
  kind,
  documentId,
  number,
  title,
}: Pick<NamedLink, 'kind' | 'documentId' | 'number' | 'title'>): string {
  if (kind === 'quote') return `Quote ${quoteNumberText(documentId)}`
  if (kind === 'invoice') return number === null ? 'Invoice' : `Invoice ${invoiceNumberText(number)}`
  return title ?? 'Appointment'
}
