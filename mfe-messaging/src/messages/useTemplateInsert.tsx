import type { Invoice } from '@plumbline/billing/api'
import { readBusiness, toast, useParam } from '@plumbline/contract'
import { useRecordState } from '@plumbline/contract/action'
import { formatMoney } from '@plumbline/contract/money'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, Dialog, EmptyState, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { drafts } from './drafts.ts'
import type { NewMessage } from './NewMessageDialog.tsx'
import { appointmentsQuery, businessQuery, customerQuery, invoicesQuery } from './queries.ts'
import { fillTemplate, invoicesFor, nextAppointment, type Template, templates } from './templates.ts'

type InsertOptions = {
  customerId: number | null
  channel: MessageType
  /** No customer is selected: the text goes into a new message. */
  onNewMessage: (message: NewMessage) => void
}

/** Inserts a template, filled with the customer's values, into the customer's draft. */
export function useTemplateInsert({ customerId, channel, onNewMessage }: InsertOptions) {
  const queryClient = useQueryClient()
  const [choice, setChoice] = useRecordState<Template>(customerId === null ? null : String(customerId))
  const [linkedId, setLinkedId] = useParam('template')

  /** What the template is about, as far as it can be loaded: a text without it is better than none. */
  const loadValues = async (template: Template, id: number) => {
    const { about } = template
    const [customer, appointments, invoices] = await Promise.all([
      queryClient.ensureQueryData(customerQuery(id)),
      about === 'appointment' ? queryClient.fetchQuery(appointmentsQuery(id)).catch(() => null) : null,
      about === 'owed' || about === 'paid'
        ? queryClient.fetchQuery(invoicesQuery(id)).catch(() => null)
        : null,
    ])
    return {
      firstName: customer?.firstName,
      appointment: nextAppointment(appointments ?? [], new Date()),
      invoice: invoicesFor(template, invoices ?? [])[0],
    }
  }
  // the customer of this moment: another may be selected once the values are loaded
  const insert = async (template: Template, invoice?: Invoice, skipIfPresent = false) => {
    const type = template.channel ?? channel
    const answers = await Promise.all([
      queryClient.fetchQuery(businessQuery()),
      customerId === null ? undefined : loadValues(template, customerId),
    ]).catch(reportFailure)
    if (!answers) return
    const [{ texts }, loaded] = answers
    const text = fillTemplate(template, {
      channel: type,
      texts,
      firstName: loaded?.firstName ?? 'there',
      business: readBusiness(),
      appointment: loaded?.appointment,
      invoice: invoice ?? loaded?.invoice,
    })
    const subject = type === 'email' ? template.name : ''
    if (customerId === null) return onNewMessage({ type, content: text, subject })
    const slot = { customerId, channel: type }
    if (skipIfPresent && drafts.read(slot).text.includes(text)) return
    drafts.insert(slot, text, subject)
  }
  const insertOrAsk = (template: Template, skipIfPresent = false) => {
    if (!template.asksForInvoice) return void insert(template, undefined, skipIfPresent)
    if (customerId !== null) return setChoice(template)
    toast({ title: 'Select a customer', description: 'This text is about one of their invoices.' })
  }
  const choose = (template: Template, openTab: (tab: string | null) => void) => {
    openTab((template.channel ?? channel) === 'email' ? 'email' : null)
    insertOrAsk(template)
  }
  // a link, such as 'On my way' of an appointment, does not insert a text twice
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    const template = templates.find(({ id }) => id === linkedId)
    if (!template) return
    setLinkedId(null, { replace: true })
    insertOrAsk(template, true)
  }, [linkedId])

  const invoiceChoice: ReactNode = choice && customerId !== null && (
    <InvoiceChoice
      template={choice}
      customerId={customerId}
      onClose={() => setChoice(null)}
      onChoose={(invoice) => {
        setChoice(null)
        void insert(choice, invoice)
      }}
    />
  )
  return { choose, invoiceChoice }
}

const reportFailure = () =>
  void toast({
    title: 'Error',
    description: 'The template could not be loaded. Please try again.',
    tone: 'destructive',
  })

type InvoiceChoiceProps = {
  template: Template
  customerId: number
  onClose: () => void
  onChoose: (invoice: Invoice) => void
}

/** Asks which invoice a template is about. */
function InvoiceChoice({ template, customerId, onClose, onChoose }: InvoiceChoiceProps) {
  const { data, isLoadingError, refetch } = useQuery(invoicesQuery(customerId))
  const invoices = data && invoicesFor(template, data)
  return (
    <Dialog open onClose={onClose} width="sm" title={template.name} description="For which invoice?">
      {isLoadingError ? (
        <ErrorState title="The invoices could not be loaded" onRetry={() => void refetch()} />
      ) : invoices === undefined ? (
        <Skeleton height={120} />
      ) : !invoices || invoices.length === 0 ? (
        <EmptyState title={template.about === 'paid' ? 'No paid invoices yet' : 'Nothing is owed'} />
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
