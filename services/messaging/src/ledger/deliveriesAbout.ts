import { type Db, run, sql } from '@plumbline/platform/db'
import { decryptFields, type Keyring } from '@plumbline/platform/encryption'
import { type Delivery, encryptionContext } from './ledger.ts'

/** What was or is to be sent about a person. `recipient`: only of messages to the person; others go to the business. */
export type DeliveryAbout = Pick<Delivery, 'id' | 'channel' | 'cause' | 'messageId' | 'subject' | 'text'> & {
  status: string
  recipient?: string
  createdAt: string
  updatedAt: string
}

type Row = Pick<Delivery, 'id' | 'channel' | 'cause' | 'messageId'> & {
  status: string
  createdAt: string
  updatedAt: string
  dataSubject: string
  content: Record<string, unknown>
  wrapped: string | null
}

/** The deliveries whose content is encrypted with the data keys of these people, oldest first. */
export async function deliveriesAbout(
  db: Db,
  keyring: Keyring,
  subjects: readonly string[],
): Promise<DeliveryAbout[]> {
  const rows = await run<Row>(
    db,
    sql`SELECT id, channel, status, cause, message_id AS "messageId", d.created_at AS "createdAt",
          updated_at AS "updatedAt", about AS "dataSubject", content, encode(wrapped, 'base64') AS wrapped
        FROM messaging.deliveries d LEFT JOIN es.subject_keys ON subject = about
        WHERE about = ANY(${subjects}::text[]) ORDER BY d.created_at, id`,
  )
  return rows.map(({ dataSubject: subject, wrapped, content, ...row }) => {
    const context = encryptionContext(row.id)
    const opened = decryptFields(keyring, { subject, wrapped, context }, content)
    const { recipient, subject: title, text } = opened as Pick<Delivery, 'recipient' | 'subject' | 'text'>
    return { ...row, ...(row.messageId && { recipient }), subject: title, text }
  })
}
