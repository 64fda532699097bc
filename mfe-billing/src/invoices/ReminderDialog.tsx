import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { formatDateTime, formatMoney, readBusiness, toast } from '@plumbline/contract'
import { createContentKey } from '@plumbline/contract/form'
import { Button, color, Dialog, Field, radius, Select, space } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { remindedLately } from './invoice.ts'
import { lastChannelQuery, refresh, remind } from './queries.ts'

const preview = css`
  margin-top: ${space(4)};
  padding: ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** 'Send Reminder': what the customer will read, before they do. */
export const ReminderDialog = ({ invoice, onClose }: { invoice: Invoice | null; onClose: () => void }) =>
  invoice && <Dialogue key={invoice.id} invoice={invoice} onClose={onClose} />

function Dialogue({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [contentKey] = useState(createContentKey)
  const { data: last } = useQuery(lastChannelQuery(invoice.customerId))
  const [chosen, setChosen] = useState<'sms' | 'email'>()
  const channel = chosen ?? last ?? 'email'
  const sending = useMutation({
    mutationFn: () => remind(invoice.id, channel, contentKey.for(channel)),
    onSuccess: () => {
      void refresh(queryClient)
      toast({ title: 'Success!', description: 'Reminder sent.' })
      onClose()
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const { lastReminderAt } = invoice
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title="Send Reminder"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
            Send Reminder
          </Button>
        </>
      }
    >
      {lastReminderAt && remindedLately(invoice, new Date()) && (
        <p css={{ marginBottom: space(4), color: color.amber, fontWeight: 600 }}>
          A reminder went out {formatDateTime(lastReminderAt)}, less than a day ago.
        </p>
      )}
      <Field label="Channel">
        <Select
          value={channel}
          onChange={(event) => setChosen(event.target.value as 'sms' | 'email')}
          options={[
            { value: 'email', label: 'Email' },
            { value: 'sms', label: 'SMS' },
          ]}
        />
      </Field>
      <p css={preview}>{reminderText(invoice)}</p>
    </Dialog>
  )
}

/** The words that go out; `services/messaging` writes them. */
function reminderText({ id, customerName, balance }: Invoice): string {
  const { name, phone } = readBusiness()
  const firstName = customerName?.split(' ')[0] ?? 'there'
  return `Hi ${firstName}, a friendly reminder: ${formatMoney(balance)} is still open on invoice #${id}. Thank you! Questions? Call ${name} at ${phone}.`
}
