import { append, type CommandContext } from '@plumbline/platform/event-store'

const stream = 'invoice-numbers'

/**
 * The next number: the version at which an event of its own enters one stream. The stream is locked until the transaction
 * ends, so numbers follow the order of the commits and one that is rolled back was never taken.
 */
export async function allocateInvoiceNumber(
  { db, metadata, now }: CommandContext,
  invoiceId: number,
): Promise<number> {
  const [taken] = await append(db, {
    stream,
    expectedVersion: 'any',
    events: [{ type: 'InvoiceNumberTaken', data: { invoiceId, takenAt: now.toISOString() } }],
    metadata,
  })
  if (!taken) throw new Error('no number was taken')
  return taken.version
}

/** @example numberText(7, 1) // 'INV-000001' */
export const numberText = (id: number, number: number | null): string =>
  number === null ? `DRAFT-${id}` : `INV-${String(number).padStart(6, '0')}`
