import type { QuoteDetails } from '@plumbline/billing/api'
import { useAction } from '@plumbline/contract/action'
import { formatPhone } from '@plumbline/contract/contact'
import { fullName } from '@plumbline/crm/api'
import { Button, Dialog, Skeleton } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consentQuery, customerQuery, lastChannelQuery } from '../invoices/queries.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { quotesKey, sendQuote } from './queries.ts'
import { rangeText } from './quotePrice.ts'

type Channel = 'email' | 'sms' | 'in_person'

const said: Record<Channel, string> = {
  email: 'is on its way by email.',
  sms: 'is on its way by SMS.',
  in_person: 'can be answered now.',
}

type SendQuoteDialogProps = { quote: QuoteDetails; etag: string; onClose: () => void }

/** Asks how a quote reaches the customer, and at which address. */
export function SendQuoteDialog({ quote, etag, onClose }: SendQuoteDialogProps) {
  const { id, quoteNumber, customerId, customerName, title } = quote
  const { data: customer, isPending } = useQuery(customerQuery(String(customerId)))
  const { data: consent, isPending: isAsking } = useQuery(consentQuery(customerId))
  const { data: lastChannel } = useQuery(lastChannelQuery(customerId))
  const [chosen, choose] = useState<Channel>()
  const blocked = consent?.blocked
  const usable = ([lastChannel ?? 'email', 'email', 'sms'] as const).find((it) => !blocked?.[it])
  const channel = chosen ?? usable ?? 'in_person'
  const sending = useAction((body: { channel: Channel }, key) => sendQuote({ id, etag }, body, key), {
    refetch: [quotesKey],
    success: (_, { channel: by }) => `${quoteNumber} ${said[by]}`,
    failure: 'Failed to send quote. Please try again.',
    onDone: onClose,
  })
  const name = customer ? fullName(customer) : (customerName ?? 'the customer')
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={`Send ${quoteNumber}?`}
      description={`To ${name}: ${title}, ${rangeText(quote.totalFrom, quote.totalTo)}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={sending.pending}
            disabled={isPending || isAsking}
            onClick={() => sending.run({ channel })}
          >
            {channel === 'in_person' ? 'Mark as sent' : 'Send Quote'}
          </Button>
        </>
      }
    >
      {isPending || isAsking ? (
        <Skeleton height={200} />
      ) : (
        <ChoiceList
          label="How it reaches the customer"
          name="channel"
          value={channel}
          onChange={choose}
          choices={[
            {
              value: 'email',
              label: 'Email',
              detail: blocked?.email ?? customer?.email ?? '',
              disabled: Boolean(blocked?.email),
            },
            {
              value: 'sms',
              label: 'SMS',
              detail: blocked?.sms ?? (customer ? formatPhone(customer.phone) : ''),
              disabled: Boolean(blocked?.sms),
            },
            {
              value: 'in_person',
              label: 'In person',
              detail: 'Nothing is sent: you show it, or hand over the PDF.',
            },
          ]}
        />
      )}
    </Dialog>
  )
}
