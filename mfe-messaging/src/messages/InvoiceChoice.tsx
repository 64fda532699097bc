import type { Invoice } from '@plumbline/billing/api'
import { CustomerField } from '@plumbline/contract/form'
import { formatMoney } from '@plumbline/contract/money'
import { Button, Dialog, EmptyState, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invoicesQuery } from './queries.ts'
import { invoicesFor, type Template } from './templates.ts'

type InvoiceChoiceProps = {
  template: Template
  /** The selected one; null asks for one. */
  customerId: number | null
  onClose: () => void
  onChoose: (invoice: Invoice, customerId: number) => void
}

/** Asks which invoice a template is about, and of whom where no customer is selected. */
export function InvoiceChoice({ template, customerId, onClose, onChoose }: InvoiceChoiceProps) {
  const [chosen, setChosen] = useState(customerId)
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={template.name}
      description={chosen === null ? 'About an invoice of which customer?' : 'For which invoice?'}
    >
      <div css={{ display: 'grid', gap: space(4) }}>
        {customerId === null && <CustomerField autoFocus value={chosen} onChange={setChosen} />}
        {chosen !== null && (
          <InvoicesOf
            template={template}
            customerId={chosen}
            onChoose={(invoice) => onChoose(invoice, chosen)}
          />
        )}
      </div>
    </Dialog>
  )
}

type InvoicesOfProps = { template: Template; customerId: number; onChoose: (invoice: Invoice) => void }

function InvoicesOf({ template, customerId, onChoose }: InvoicesOfProps) {
  const { data, isLoadingError, refetch } = useQuery(invoicesQuery(customerId))
  if (isLoadingError)
    return <ErrorState title="The invoices could not be loaded" onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={120} />
  const isPaid = template.about === 'paid'
  const invoices = invoicesFor(template, data ?? [])
  if (invoices.length === 0) return <EmptyState title={isPaid ? 'No paid invoices yet' : 'Nothing is owed'} />
  return (
    <div css={{ display: 'grid', gap: space(2) }}>
      {invoices.map((invoice) => (
        <Button key={invoice.id} css={{ justifyContent: 'space-between' }} onClick={() => onChoose(invoice)}>
          <span>{invoice.invoiceNumber}</span>
          <span>{formatMoney(isPaid ? invoice.paidAmount : invoice.balance)}</span>
        </Button>
      ))}
    </div>
  )
}
