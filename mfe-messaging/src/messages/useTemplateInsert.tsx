import type { Invoice } from '@plumbline/billing/api'
import { readBusiness, toast, useParam } from '@plumbline/contract'
import { useRecordState } from '@plumbline/contract/action'
import type { MessageType } from '@plumbline/messaging/api'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { drafts } from './drafts.ts'
import { InvoiceChoice } from './InvoiceChoice.tsx'
import type { NewMessage } from './NewMessageDialog.tsx'
import { appointmentsQuery, businessQuery, customerQuery, invoicesQuery } from './queries.ts'
import { fillTemplate, invoicesFor, nextAppointment, type Template, templates } from './templates.ts'

type InsertOptions = {
  customerId: number | null
  channel: MessageType
  /** No customer is selected: the text goes into a new message. */
  onNewMessage: (message: NewMessage) => void
}

type Choice = {
  /** The customer that the text is about; the selected one if left out. */
  about?: number | null
  /** The invoice that it is about; the first that fits if left out. */
  invoice?: Invoice
  skipIfPresent?: boolean
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
  const insert = async (
    template: Template,
    { invoice, about = customerId, skipIfPresent = false }: Choice = {},
  ) => {
    const type = template.channel ?? channel
    const answers = await Promise.all([
      queryClient.fetchQuery(businessQuery()),
      about === null ? undefined : loadValues(template, about),
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
    if (customerId === null)
      return onNewMessage({ type, content: text, subject, customerId: about ?? undefined })
    const slot = { customerId, channel: type }
    if (skipIfPresent && drafts.read(slot).text.includes(text)) return
    drafts.insert(slot, text, subject)
  }
  const insertOrAsk = (template: Template, skipIfPresent = false) => {
    if (template.asksForInvoice) setChoice(template)
    else void insert(template, { skipIfPresent })
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

  const invoiceChoice: ReactNode = choice && (
    <InvoiceChoice
      template={choice}
      customerId={customerId}
      onClose={() => setChoice(null)}
      onChoose={(invoice, about) => {
        setChoice(null)
        void insert(choice, { invoice, about })
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
