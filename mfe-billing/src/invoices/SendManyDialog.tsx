import { css } from '@emotion/react'
import { type Invoice, maxRemindedInvoices } from '@plumbline/billing/api'
import { toast } from '@plumbline/contract'
import { formatMoney, sumOf } from '@plumbline/contract/money'
import { Button, Checkbox, color, Dialog, ProgressBar, space, text } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isDueForReminder, isIssued } from './invoice.ts'
import { invoiceTermsQuery } from './invoiceTerms.ts'
import { consentQuery, invoicesKey, lastChannelQuery, requestReminders, sendInvoice } from './queries.ts'
import { openChannel, reminderOutcome } from './reminder.ts'
import { useBatch } from './useBatch.ts'

export type SendKind = 'reminder' | 'invoice'

const list = css`
  display: grid;
  margin: ${space(2)} 0 0;
  padding: 0;
  list-style: none;
  font-variant-numeric: tabular-nums;
  li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 ${space(4)}; padding: ${space(1.5)} 0; }
  li + li { border-top: 1px solid ${color.line}; }
  li > :nth-child(2) { margin-left: auto; }
  small { flex-basis: 100%; color: ${color.red}; font-size: ${text.sm}; }
`

const texts = {
  reminder: {
    title: 'Send reminders',
    noun: ['reminder', 'reminders'],
    how: 'One message per customer about all their invoices, by text or email, whichever you used last.',
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

/** What goes out as one message: an invoice, or a reminder of all invoices of a customer. */
type Sending = { id: number; invoices: readonly Invoice[] }

/** By customer, in the order of their first invoice. Of very many a customer gets a second message about the others. */
function remindersOf(invoices: readonly Invoice[]): Sending[] {
  const byCustomer = Map.groupBy(invoices, ({ customerId }) => customerId)
  return [...byCustomer.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / maxRemindedInvoices) }, (_, n) => {
      const some = all.slice(n * maxRemindedInvoices, (n + 1) * maxRemindedInvoices)
      return { id: (some[0] as Invoice).id, invoices: some }
    }),
  )
}

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
  const [all] = useState(() =>
    kind === 'reminder'
      ? remindersOf(invoices.filter((it) => isDueForReminder(it, new Date())))
      : invoices.filter(isIssued).map((it) => ({ id: it.id, invoices: [it] })),
  )
  const [leftOutCount] = useState(
    () => invoices.length - all.reduce((count, it) => count + it.invoices.length, 0),
  )
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const items = all.filter(({ id }) => !unticked.has(id))
  const toggle = (id: number) =>
    setUnticked((old) => (old.has(id) ? new Set([...old].filter((it) => it !== id)) : new Set([...old, id])))
  const send = async ({ invoices: [first, ...others] }: Sending, key: string) => {
    const { id, customerId } = first as Invoice
    const [consent, lastChannel] = await Promise.all([
      queryClient.fetchQuery(consentQuery(customerId)).catch(() => null),
      kind === 'reminder' ? queryClient.fetchQuery(lastChannelQuery(customerId)).catch(() => null) : null,
    ])
    const blocked = consent?.blockedAutomatic ?? consent?.blocked
    const channel = openChannel([lastChannel ?? 'email', 'email'], blocked)
    if (!channel) throw new Error(blocked?.email ?? failure)
    if (kind === 'invoice') return sendInvoice(id, key)
    return requestReminders({ invoiceIds: [id, ...others.map((it) => it.id)], channel }, key)
  }
  const { data: terms } = useQuery(invoiceTermsQuery())
  const outcome = () => (kind === 'reminder' ? reminderOutcome(new Date(), terms?.messages) : 'queued')
  const batch = useBatch(send, { refetch: [invoicesKey], failure })
  const count = (n: number) => `${n} ${n === 1 ? noun[0] : noun[1]}`
  const start = async (of: readonly Sending[]) => {
    if (!(await batch.run(of))) return
    toast({ title: 'Success!', description: `${count(items.length)} ${outcome()}.` })
    onClose(true)
  }
  // one that closes while it sends would not say how many went out
  const close = () => (batch.isRunning ? batch.stop() : onClose(false))
  const isOver = !batch.isRunning && batch.done > 0
  const toSend = isOver ? batch.remaining : items
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      description={isOver || batch.isRunning ? undefined : how}
      footer={
        <>
          <Button onClick={close}>{batch.isRunning ? 'Stop' : isOver ? 'Close' : 'Cancel'}</Button>
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
        {!isOver && !batch.isRunning && all.length === 0 && `Nothing to send: each is ${leftOut}.`}
      </div>
      {batch.isRunning && <ProgressBar label={title} value={batch.done} max={batch.total} />}
      <ul css={list} aria-label={isOver ? 'Failed' : 'Recipients'}>
        {isOver
          ? batch.failures.map(({ item, reason }) => (
              <li key={item.id}>
                <span>{nameOf(item)}</span>
                <span>{balanceOf(item)}</span>
                <small>{reason}</small>
              </li>
            ))
          : all.map((item) => (
              <li key={item.id}>
                <Checkbox
                  label={nameOf(item)}
                  checked={!unticked.has(item.id)}
                  disabled={batch.isRunning}
                  onChange={() => toggle(item.id)}
                />
                <span>{balanceOf(item)}</span>
              </li>
            ))}
      </ul>
      {leftOutCount > 0 && !isOver && all.length > 0 && (
        <p css={{ marginTop: space(3), color: color.muted }}>
          {leftOutCount} left out: {leftOut}.
        </p>
      )}
    </Dialog>
  )
}

const nameOf = ({ invoices }: Sending): string => {
  const [{ customerName, customerId } = { customerName: null, customerId: 0 }] = invoices
  return [customerName ?? `Customer ${customerId}`, ...invoices.map((it) => it.invoiceNumber)].join(', ')
}

const balanceOf = ({ invoices }: Sending): string => formatMoney(sumOf(invoices.map((it) => it.balance)))
