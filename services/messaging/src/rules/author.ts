import { readMembers } from '@plumbline/identity/directory'
import type { Db } from '@plumbline/platform/db'
import { type Metadata, readStream } from '@plumbline/platform/event-store'
import type { Right } from '@plumbline/platform/rights'
import type { MessageEvent } from '../events.ts'
import { reasons } from '../texts/reasons.ts'
import { parseVersion } from './validity.ts'

/** Who ordered a message, with the right that it took, and what they did with it. */
type Order = { memberId: number; name: string; right: Right; act: string }

/**
 * Why a message is not sent for who ordered it: they may not any more. Null also for what the business writes by rule, such as
 * appointment reminders, which has no author.
 */
export async function whyNotAuthorized(db: Db, messageId: number): Promise<string | null> {
  const order = await readOrder(db, messageId)
  if (!order) return null
  const { memberId, name, right, act } = order
  const { rights } = (await readMembers(db, [memberId]))(memberId)
  return rights.includes(right) ? null : reasons.notAuthorized(name, act)
}

async function readOrder(db: Db, messageId: number): Promise<Order | null> {
  const history = await readStream<MessageEvent>(db, `message-${messageId}`)
  const last = history.findLast(
    ({ type, data }) =>
      type === 'MessageWritten' || (type === 'MessageRetried' && !('waitsAgain' in data && data.waitsAgain)),
  )
  if (last?.type === 'MessageRetried') return orderBy(last.metadata, 'messages.all', 'send messages')
  if (last?.type !== 'MessageWritten') return null
  const { cause, validForVersion } = last.data
  switch (cause) {
    case 'staff':
      return orderBy(last.metadata, 'messages.own', 'send messages')
    case 'invoice':
      return orderBy(await metadataOf(db, validForVersion), 'invoices.edit', 'send invoices')
    case 'quote':
      return orderBy(await metadataOf(db, validForVersion), 'quotes.edit', 'send quotes')
    case 'payment-reminder':
      return orderBy(await metadataOf(db, validForVersion), 'invoices.edit', 'remind customers of payments')
    // what says something that happened, and what is sent by a setting, have no author
    case 'cancellation':
    case 'quote-approval':
    case 'access-code':
    case 'quote-follow-up':
    case 'appointment-reminder':
      return null
  }
}

/** Of the event that asked for a message: this version of an invoice or quote. */
async function metadataOf(db: Db, version: string | undefined): Promise<Metadata | undefined> {
  const asked = parseVersion(version ?? '')
  const history = asked ? await readStream(db, asked.stream) : []
  return history.find((event) => event.version === asked?.version)?.metadata
}

function orderBy(metadata: Metadata | undefined, right: Right, act: string): Order | null {
  const [, id] = /^user-(\d+)$/.exec(metadata?.actor ?? '') ?? []
  return id ? { memberId: Number(id), name: metadata?.actorName ?? 'Who ordered it', right, act } : null
}
