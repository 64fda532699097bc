import type { Invoice } from '@plumbline/billing/api'
import { formatDay, formatMoney } from '@plumbline/contract'
import { Button, CardGrid } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { InvoiceCard } from './InvoiceCard.tsx'
import { isOwed } from './invoice.ts'

type Facts = [name: string, value: ReactNode][]
const countedOf = ({ counted }: Invoice): Facts =>
  counted === undefined ? [] : [['In this figure', <b key="counted">{formatMoney(counted)}</b>]]

type InvoiceCardsProps = {
  invoices: readonly Invoice[]
  onOpen: (invoice: Invoice) => void
  /** Left out where nothing can be done any more. */
  onPay?: ((invoice: Invoice) => void) | undefined
}

/** The invoices of a list. */
export const InvoiceCards = ({ invoices, onOpen, onPay }: InvoiceCardsProps) => (
  <CardGrid label="Invoices" items={invoices} itemKey={({ id }) => id} estimate={260}>
    {(invoice) => (
      <InvoiceCard
        invoice={invoice}
        amount={invoice.totalAmount}
        facts={[
          ['Due', formatDay(invoice.dueDate)],
          [
            'Customer ID',
            <Link key="customer" to={`/customers/${invoice.customerId}/invoices`}>
              {invoice.customerId}
              {invoice.customerName ? ` · ${invoice.customerName}` : ''}
            </Link>,
          ],
          ['Created', formatDay(invoice.createdAt)],
          ...countedOf(invoice),
        ]}
        footer={
          <>
            <Button size="sm" onClick={() => onOpen(invoice)}>
              View Details
            </Button>
            {onPay && isOwed(invoice) && (
              <Button size="sm" onClick={() => onPay(invoice)}>
                Process Payment
              </Button>
            )}
          </>
        }
      />
    )}
  </CardGrid>
)
