import { append, type CommandContext } from '@plumbline/platform/event-store'

const stream = 'invoice-numbers'

/**
 * The next number: the version of an event in a stream of its own. The append locks this stream until the transaction
 * ends, so numbers follow the order of commits, and a rollback leaves no gap.
 */
export async function allocateInvoiceNumber(ctx: CommandContext, invoiceId: number): Promise<number> {
  const [event] = await append(ctx, {
    stream,
    expectedVersion: 'any',
    events: [{ type: 'InvoiceNumberTaken', data: { invoiceId, takenAt: ctx.now.toISOString() } }],
  })
  if (!event) throw new Error('no invoice number was allocated')
  return event.version
}
