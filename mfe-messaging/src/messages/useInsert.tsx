import type { Invoice } from '@plumbline/billing/api'
import { formatMoney, toast, useParam } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, Dialog, EmptyState, Skeleton, space } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { BusinessContext } from '../business.ts'
import { customerQuery, invoicesQuery } from './queries.ts'
import { fitting, type Template, templates } from './templates.ts'

export type Draft = { text: string; subject: string }

type InsertOptions = {
  customerId: number | null
  channel: MessageType
  /** Nobody is selected: the text goes into a new message. */
  onWithout: (text: string) => void
}

/** Puts a template, filled with the customer's values, where the next message is written. */
export function useInsert({ customerId, channel, onWithout }: InsertOptions) {
  const business = useContext(BusinessContext)
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [asking, setAsking] = useState<Template | null>(null)
  const [linked, setLinked] = useParam('template')

  const insert = async (template: Template, invoice?: Invoice) => {
    const known = customerId === null ? null : await queryClient.ensureQueryData(customerQuery(customerId))
    const firstName = known?.firstName ?? 'there'
    const values = { firstName, business: business.name, phone: business.phone, ...(invoice && { invoice }) }
    const text = template.text(values)
    if (customerId === null) return onWithout(text)
    setDraft({ text, subject: template.channel === 'email' || channel === 'email' ? template.name : '' })
  }
  const begin = (template: Template) => {
    if (!template.about) return void insert(template)
    if (customerId !== null) return setAsking(template)
    toast({ title: 'Select a customer', description: 'This text is about one of their invoices.' })
  }
  const choose = (template: Template, setTab: (tab: string | null) => void) => {
    setTab((template.channel ?? channel) === 'email' ? 'email' : null)
    begin(template)
  }
  // as from the button 'On my way' of an appointment
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the link names
  useEffect(() => {
    const template = templates.find(({ id }) => id === linked)
    if (!template) return
    setLinked(null)
    begin(template)
  }, [linked])

  const question: ReactNode = asking && customerId !== null && (
    <WhichInvoice
      template={asking}
      customerId={customerId}
      onClose={() => setAsking(null)}
      onChoose={(invoice) => {
        setAsking(null)
        void insert(asking, invoice)
      }}
    />
  )
  return { draft, choose, question }
}

type WhichInvoiceProps = {
  template: Template
  customerId: number
  onClose: () => void
  onChoose: (invoice: Invoice) => void
}

/** A payment is always for one invoice. */
function WhichInvoice({ template, customerId, onClose, onChoose }: WhichInvoiceProps) {
  const { data } = useQuery(invoicesQuery(customerId))
  const invoices = data && fitting(template, data)
  return (
    <Dialog open onClose={onClose} width="sm" title={template.name} description="For which invoice?">
      {invoices === undefined ? (
        <Skeleton height={120} />
      ) : !invoices || invoices.length === 0 ? (
        <EmptyState title={template.about === 'paid' ? 'Nothing has been paid yet' : 'Nothing is owed'} />
      ) : (
        <div css={{ display: 'grid', gap: space(2) }}>
          {invoices.map((invoice) => (
            <Button
              key={invoice.id}
              css={{ justifyContent: 'space-between' }}
              onClick={() => onChoose(invoice)}
            >
              <span>{invoice.invoiceNumber}</span>
              <span>{formatMoney(template.about === 'paid' ? invoice.paidAmount : invoice.balance)}</span>
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  )
}
