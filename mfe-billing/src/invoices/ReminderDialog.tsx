import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { composeText, standardTexts } from '@plumbline/business/api'
import { formatDateTime, readBusiness } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { formatMoney } from '@plumbline/contract/money'
import { type MessageType, remindedOf } from '@plumbline/messaging/api'
import { Button, color, Dialog, Field, radius, Select, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wasRemindedLately } from './invoice.ts'
import { invoiceTermsQuery } from './invoiceTerms.ts'
import { consentQuery, customerQuery, invoicesKey, lastChannelQuery, requestReminder } from './queries.ts'
import { openChannel, reminderOutcome, waitsUntil } from './reminder.ts'

const channels = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
] as const

const preview = css`
  margin-top: ${space(4)};
  padding: ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** 'Send Reminder': shows what the customer will read, before it is sent. */
export function ReminderDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { customerId, customerName, lastReminderAt, balance, invoiceNumber } = invoice
  const { data: terms } = useQuery(invoiceTermsQuery())
  const { data: lastChannel } = useQuery(lastChannelQuery(customerId))
  const { data: customer } = useQuery(customerQuery(String(customerId)))
  const { data: consent, isPending } = useQuery(consentQuery(customerId))
  const [chosen, setChosen] = useState<MessageType>()
  const preferred = chosen ?? lastChannel ?? 'email'
  const blocked = consent?.blockedAutomatic ?? consent?.blocked
  const usable = openChannel([preferred, 'email', 'sms'], blocked)
  const channel = usable ?? preferred
  const reasons = channels.flatMap(({ value }) => blocked?.[value] ?? []).join(' ')
  const reminding = useAction(
    (body: { channel: MessageType }, key) => requestReminder(invoice.id, body, key),
    {
      refetch: [invoicesKey],
      success: () => `Reminder ${reminderOutcome(new Date(), terms?.messages)}.`,
      failure: 'Failed to send reminder. Please try again.',
      onDone: onClose,
    },
  )
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title="Send Reminder"
      description={`To ${customerName ?? `customer ${customerId}`} about ${invoiceNumber}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={isPending || usable === null}
            busy={reminding.pending}
            onClick={() => reminding.run({ channel })}
          >
            Send Reminder
          </Button>
        </>
      }
    >
      {lastReminderAt && wasRemindedLately(invoice, new Date()) && (
        <p css={{ marginBottom: space(4), color: color.amber, fontWeight: 600 }}>
          The last reminder was sent {formatDateTime(lastReminderAt)}, less than a day ago.
        </p>
      )}
      <Field label="Channel" {...(usable === null ? { error: reasons } : { hint: reasons })}>
        <Select
          data-autofocus
          value={channel}
          onChange={(event) => setChosen(event.target.value as MessageType)}
        >
          {channels.map(({ value, label }) => (
            <option key={value} value={value} disabled={Boolean(blocked?.[value])}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <p css={preview}>
        {composeText(terms?.texts ?? standardTexts, ['paymentReminder', channel], {
          firstName: customer?.firstName ?? customerName?.split(' ')[0] ?? 'there',
          balance: formatMoney(balance),
          invoice: remindedOf([invoiceNumber]),
          business: readBusiness(),
        })}
      </p>
      {usable && waitsUntil(new Date(), terms?.messages) && (
        <p css={{ marginTop: space(4), color: color.muted }}>
          It {reminderOutcome(new Date(), terms?.messages)}.
        </p>
      )}
    </Dialog>
  )
}
