import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { formatMoney, toast } from '@plumbline/contract'
import { Button, color, Dialog, ProgressBar, space, text } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isDueForReminder, isIssued } from './invoice.ts'
import { consentQuery, invoicesKey, lastChannelQuery, requestReminder, sendInvoice } from './queries.ts'
import { openChannel, reminderOutcome } from './reminder.ts'
import { useBatch } from './useBatch.ts'

export type SendKind = 'reminder' | 'invoice'

const list = css`
  display: grid;
  margin: ${space(2)} 0 0;
  padding: 0;
  list-style: none;
  font-variant-numeric: tabular-nums;
  li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 ${space(4)}; padding: ${space(1.5)} 0; }
  li + li { border-top: 1px solid ${color.line}; }
  small { flex-basis: 100%; color: ${color.red}; font-size: ${text.sm}; }
`

const texts = {
  reminder: {
    title: 'Send reminders',
    noun: ['reminder', 'reminders'],
    how: 'Each customer gets one on the channel of their latest message, or by email.',
    leftOut: 'paid, or reminded less than a day ago',
    failure: 'Failed to send reminder.',
  },
  invoice: {
    title: 'Send invoices',
    noun: ['invoice', 'invoices'],
    how: 'Each goes to its customer by email, with the PDF attached.',
    leftOut: 'a draft or void',
    failure: 'Failed to send invoice.',
  },
} as const

type SendManyDialogProps = {
  kind: SendKind
  invoices: readonly Invoice[]
  onClose: (isAllSent: boolean) => void
}

/** Sends reminders about several invoices, or the invoices: names the recipients, then the progress, then what failed and why. */
export function SendManyDialog({ kind, invoices, onClose }: SendManyDialogProps) {
  const queryClient = useQueryClient()
  const { title, noun, how, leftOut, failure } = texts[kind]
  // as they were when the dialog opened: the list changes with each that is sent
  const [items] = useState(() =>
    invoices.filter((it) => (kind === 'reminder' ? isDueForReminder(it, new Date()) : isIssued(it))),
  )
  const [leftOutCount] = useState(() => invoices.length - items.length)
  const send = async (invoice: Invoice, key: string) => {
    const { customerId } = invoice
    const [consent, lastChannel] = await Promise.all([
      queryClient.fetchQuery(consentQuery(customerId)).catch(() => null),
      kind === 'reminder' ? queryClient.fetchQuery(lastChannelQuery(customerId)).catch(() => null) : null,
    ])
    const blocked = consent?.blockedAutomatic ?? consent?.blocked
    const channel = openChannel([lastChannel ?? 'email', 'email'], blocked)
    if (!channel) throw new Error(blocked?.email ?? failure)
    return kind === 'invoice' ? sendInvoice(invoice.id, key) : requestReminder(invoice.id, { channel }, key)
  }
  const outcome = () => (kind === 'reminder' ? reminderOutcome(new Date()) : 'queued')
  const batch = useBatch(send, { refetch: [invoicesKey], failure })
  const count = (n: number) => `${n} ${n === 1 ? noun[0] : noun[1]}`
  const start = async (of: readonly Invoice[]) => {
    if (!(await batch.run(of))) return
    toast({ title: 'Success!', description: `${count(items.length)} ${outcome()}.` })
    onClose(true)
  }
  const isOver = !batch.isRunning && batch.done > 0
  const toSend = isOver ? batch.remaining : items
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title={title}
      description={isOver || batch.isRunning ? undefined : how}
      footer={
        <>
          <Button onClick={() => (batch.isRunning ? batch.stop() : onClose(false))}>
            {batch.isRunning ? 'Stop' : isOver ? 'Close' : 'Cancel'}
          </Button>
          {toSend.length > 0 && (
            <Button tone="primary" data-autofocus busy={batch.isRunning} onClick={() => void start(toSend)}>
              {isOver ? `Send the other ${toSend.length}` : `Send ${count(toSend.length)}`}
            </Button>
          )}
        </>
      }
    >
      <div role="status">
        {batch.isRunning && `Sending ${Math.min(batch.done + 1, batch.total)} of ${batch.total}…`}
        {isOver && `${count(batch.succeeded)} ${outcome()}, ${batch.failures.length} failed.`}
        {!isOver && !batch.isRunning && items.length === 0 && `Nothing to send: each is ${leftOut}.`}
      </div>
      {batch.isRunning && <ProgressBar label={title} value={batch.done} max={batch.total} />}
      <ul css={list} aria-label={isOver ? 'Failed' : 'Recipients'}>
        {isOver
          ? batch.failures.map(({ item, reason }) => (
              <Recipient key={item.id} invoice={item} reason={reason} />
            ))
          : items.map((item) => <Recipient key={item.id} invoice={item} />)}
      </ul>
      {leftOutCount > 0 && !isOver && items.length > 0 && (
        <p css={{ marginTop: space(3), color: color.muted }}>
          {leftOutCount} left out: {leftOut}.
        </p>
      )}
    </Dialog>
  )
}

const Recipient = ({ invoice, reason }: { invoice: Invoice; reason?: string }) => (
  <li>
    <span>
      {invoice.customerName ?? `Customer ${invoice.customerId}`}, {invoice.invoiceNumber}
    </span>
    <span>{formatMoney(invoice.balance)}</span>
    {reason && <small>{reason}</small>}
  </li>
)
