import { sql, type Tx } from '@plumbline/platform/db'
import { changeConsent } from '../consent.ts'
import { receiveMessage } from '../messages.ts'
import { dialable } from '../phone.ts'
import { customersByNumber } from '../projections/customers.ts'
import { isReceived, lastWrittenTo } from '../projections/messageQueries.ts'
import type { Form, Told } from './router.ts'

// the provider's words for no and for yes; it answers them, and HELP, by itself
const no = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const yes = new Set(['START', 'YES', 'UNSTOP'])

/** An SMS from a customer, into their conversation; from anybody else it is dropped. */
export async function receiveSms(
  { store, log, now, requestId }: Told,
  { MessageSid: sid, From: from = '', Body: body = '' }: Form,
): Promise<void> {
  if (!sid) return
  const metadata = { actor: 'customer', requestId }
  await store.commit(async (db) => {
    // a twin waits here until the first is in the conversation
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`inbound ${sid}`}))`)
    if (await isReceived(db, sid)) return
    const [customerId, ...others] = await senders(db, from)
    if (!customerId) return log.info({ requestId }, 'SMS from an unknown number dropped')
    const act = { store, db, metadata, now }
    const content = body.trim() || 'A picture or file, which is not shown here.'
    await receiveMessage(act, { customerId, channel: 'sms', content, providerId: sid })
    const word = body.trim().toUpperCase()
    if (!no.has(word) && !yes.has(word)) return
    for (const id of [customerId, ...others]) await changeConsent(act, id, 'sms', no.has(word))
  })
}

/** Everybody who has this number, first whoever we wrote to last. */
async function senders(db: Tx, from: string): Promise<number[]> {
  const number = dialable(from)
  if (!number) return []
  const ids = (await customersByNumber(db, number)).map((row) => row.id)
  const last = await lastWrittenTo(db, ids)
  return last === undefined ? ids : [last, ...ids.filter((id) => id !== last)]
}
