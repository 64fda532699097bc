import { setTimeout as sleep } from 'node:timers/promises'
import { customerLinks, customerLinksTable } from '@plumbline/crm/directory'
import { customerSubject } from '@plumbline/crm/events'
import { codeDigits, linkPath, linkToken } from '@plumbline/platform/customer-links'
import { type Db, first, run } from '@plumbline/platform/db'
import { findDataKey, type Keyring } from '@plumbline/platform/encryption'
import { escapeHtml } from '@plumbline/platform/html'
import type { LinkKind } from '@plumbline/platform/rights'
import { ChannelError } from '../channel/channel.ts'
import { customers } from '../customers.ts'
import { customerIdOf, type Delivery } from '../ledger/ledger.ts'
import { codeIn, codePlaceholder, linkedDocuments, linkPlaceholder } from './linkPlaceholder.ts'

export { customerLinks }

type Document = ReturnType<typeof linkedDocuments>[number]
type Bodies = Pick<Delivery, 'text' | 'html'>
type FillContext = { db: Db; keyring: Keyring; settings: { publicUrl: string }; now: Date }

// the link is issued by another service, after the same event as the message is written
const patienceMs = 5_000
const pauseMs = 200

/**
 * The bodies of a delivery with the addresses of its customer's pages, or a code for one. They are stored nowhere: a repeated
 * attempt composes the same ones again, and a link of another customer is never among them.
 * @throws ChannelError `transient` while a link is not known yet.
 */
export async function fillLinks(
  ctx: FillContext,
  { dataSubject, text, html }: Bodies & Pick<Delivery, 'dataSubject'>,
): Promise<Bodies> {
  const customerId = customerIdOf(dataSubject)
  const documents = linkedDocuments(text)
  if (customerId === null) return { text, html }
  const filled = await fillCode(ctx, customerId, { text, html })
  for (const document of documents) {
    const placeholder = linkPlaceholder(document)
    const url = ctx.settings.publicUrl + (await pathOf(ctx, customerId, document))
    filled.text = filled.text.replaceAll(placeholder, url)
    filled.html = filled.html.replaceAll(placeholder, `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`)
  }
  return filled
}

async function fillCode(
  { db, keyring }: FillContext,
  customerId: number,
  bodies: Bodies,
): Promise<{ text: string; html: string }> {
  const code = codeIn(bodies.text)
  if (!code) return { ...bodies }
  const customer = await ownerOfLink(db, customerId, code.linkId)
  if (customer === undefined) throw new ChannelError('transient', 'The link of the code is not known yet.')
  const digits = codeDigits(keyring, await findDataKey(db, keyring, customerSubject(customer)), code)
  const fill = (body: string) => body.replaceAll(codePlaceholder(code), digits)
  return { text: fill(bodies.text), html: fill(bodies.html) }
}

async function pathOf({ db, keyring, now }: FillContext, customerId: number, document: Document) {
  for (const until = Date.now() + patienceMs; ; await sleep(pauseMs)) {
    const link = await liveLink(db, customerId, document, now)
    if (link) {
      const dataKey = await findDataKey(db, keyring, customerSubject(link.customerId))
      return linkPath(linkToken(keyring, dataKey, { ...link, scope: document }))
    }
    if (Date.now() > until) throw new ChannelError('transient', 'The link of the document is not issued yet.')
  }
}

/** The customer that a link was issued to, where it is one of this customer, under any merged record. */
async function ownerOfLink(db: Db, customerId: number, linkId: number): Promise<number | undefined> {
  const [link] = await run<{ customerId: number }>(db, {
    name: 'owner-of-link',
    text: `SELECT customer_id AS "customerId" FROM ${customerLinksTable.name}
      WHERE id = $2 AND customer_id = ANY (${customers.recordIds('$1::integer')})`,
    values: [customerId, linkId],
  })
  return link?.customerId
}

/** Of the customer, under any merged record. */
async function liveLink(db: Db, customerId: number, { kind, id }: { kind: LinkKind; id: number }, now: Date) {
  return first<{ linkId: number; customerId: number }>(db, {
    name: 'live-link-of-delivery',
    text: `SELECT id AS "linkId", customer_id AS "customerId" FROM ${customerLinksTable.name}
      WHERE customer_id = ANY (${customers.recordIds('$1::integer')}) AND kind = $2 AND document_id = $3
        AND revoked_at IS NULL AND expires_at > $4 ORDER BY issued_at DESC, id DESC LIMIT 1`,
    values: [customerId, kind, id, now],
  })
}
