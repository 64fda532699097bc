import { setTimeout as sleep } from 'node:timers/promises'
import { customerLinks, customerLinksTable } from '@plumbline/crm/directory'
import { customerSubject } from '@plumbline/crm/events'
import { linkPath, linkToken } from '@plumbline/platform/customer-links'
import { type Db, run } from '@plumbline/platform/db'
import { findDataKey, type Keyring } from '@plumbline/platform/encryption'
import { escapeHtml } from '@plumbline/platform/html'
import type { LinkKind } from '@plumbline/platform/rights'
import { ChannelError } from '../channel/channel.ts'
import { customers } from '../customers.ts'
import { customerIdOf, type Delivery } from '../ledger/ledger.ts'
import { linkedDocuments, linkPlaceholder } from './linkPlaceholder.ts'

export { customerLinks }

type Document = ReturnType<typeof linkedDocuments>[number]
type Bodies = Pick<Delivery, 'text' | 'html'>
type FillContext = { db: Db; keyring: Keyring; settings: { publicUrl: string }; now: Date }

// the link is issued by another service, after the same event as the message is written
const patienceMs = 5_000
const pauseMs = 200

/**
 * The bodies of a delivery with the addresses of its customer's pages. They are stored nowhere: a repeated attempt composes the
 * same ones again, and a link of another customer is never among them.
 * @throws ChannelError `transient` while a link is not issued yet.
 */
export async function fillLinks(
  ctx: FillContext,
  { dataSubject, text, html }: Bodies & Pick<Delivery, 'dataSubject'>,
): Promise<Bodies> {
  const customerId = customerIdOf(dataSubject)
  const documents = linkedDocuments(text)
  if (customerId === null || documents.length === 0) return { text, html }
  const filled = { text, html }
  for (const document of documents) {
    const placeholder = linkPlaceholder(document)
    const url = ctx.settings.publicUrl + (await pathOf(ctx, customerId, document))
    filled.text = filled.text.replaceAll(placeholder, url)
    filled.html = filled.html.replaceAll(placeholder, `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`)
  }
  return filled
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

/** Of the customer, under any merged record. */
async function liveLink(db: Db, customerId: number, { kind, id }: { kind: LinkKind; id: number }, now: Date) {
  const [link] = await run<{ linkId: number; customerId: number }>(db, {
    name: 'live-link-of-delivery',
    text: `SELECT id AS "linkId", customer_id AS "customerId" FROM ${customerLinksTable.name}
      WHERE customer_id = ANY (${customers.recordIds('$1::integer')}) AND kind = $2 AND document_id = $3
        AND revoked_at IS NULL AND expires_at > $4 ORDER BY issued_at DESC, id DESC LIMIT 1`,
    values: [customerId, kind, id, now],
  })
  return link
}
