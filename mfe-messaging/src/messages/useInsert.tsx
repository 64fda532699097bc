import type { Invoice } from '@plumbline/billing/api'
import { formatMoney, toast, useParam } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, Dialog, EmptyState, Skeleton, space } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { BusinessContext } from '../business.ts'
import { drafts, type Slot } from './drafts.ts'
import { customerQuery, invoicesQuery } from './queries.ts'
import { fitting, type Template, templates } from './templates.ts'

type InsertOptions = {
  customerId: number | null
  channel: MessageType
  /** No customer is selected: the text stands in a new message. */
  onWithout: () => void
}

/** Puts a template, filled with the customer's values, into the customer's draft. */
export function useInsert({ customerId, channel, onWithout }: InsertOptions) {
  const business = useContext(BusinessContext)
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<{ template: Template; customerId: number } | null>(null)
  const [linked, setLinked] = useParam('template')

  // the customer of the moment when the template was chosen: another may be selected once the values are there
  const insert = async (
    template: Template,
    isWanted: (text: string, slot: Slot) => boolean,
    invoice?: Invoice,
  ) => {
    const slot: Slot = { customerId, channel: template.channel ?? channel }
    const known = customerId === null ? null : await queryClient.ensureQueryData(customerQuery(customerId))
    const firstName = known?.firstName ?? 'there'
    const values = { firstName, business: business.name, phone: business.phone, ...(invoice && { invoice }) }
    const text = template.text(values)
    if (!isWanted(text, slot)) return
    drafts.insert(slot, text, slot.channel === 'email' ? template.name : '')
    if (customerId === null) onWithout()
  }
  const begin = (template: Template, isWanted = (_text: string, _slot: Slot) => true) => {
    if (!template.about) return void insert(template, isWanted)
    if (customerId !== null) return setAsking({ template, customerId })
    toast({ title: 'Select a customer', description: 'This text is about one of their invoices.' })
  }
  const choose = (template: Template, setTab: (tab: string | null) => void) => {
    setTab((template.channel ?? channel) === 'email' ? 'email' : null)
    begin(template)
  }
  // as from the button 'On my way' of an appointment: a text that stands there already is not doubled
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the link names
  useEffect(() => {
    const template = templates.find(({ id }) => id === linked)
    if (!template) return
    setLinked(null, { replace: true })
    begin(template, (text, slot) => !drafts.read(slot).text.includes(text))
  }, [linked])

  const question: ReactNode = asking && asking.customerId === customerId && (
    <WhichInvoice
      template={asking.template}
      customerId={customerId}
      onClose={() => setAsking(null)}
      onChoose={(invoice) => {
        setAsking(null)
        void insert(asking.template, () => true, invoice)
      }}
    />
  )
  return { choose, question }
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
