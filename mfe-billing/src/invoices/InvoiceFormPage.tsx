import { invoiceLabels } from '@plumbline/billing/api'
import { dayLater } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import { FormPage, useForm } from '@plumbline/contract/form'
import { Card, Field, Select } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { taxOf } from '../lines/line.ts'
import { CustomerNotFound } from '../NotFound.tsx'
import { CustomerBalance } from './CustomerInvoices.tsx'
import { InvoiceFields } from './InvoiceFields.tsx'
import { contentOf, FieldsForm } from './invoiceForm.ts'
import { defaultTaxRate, type InvoiceTerms, invoiceTermsQuery } from './invoiceTerms.ts'
import { createInvoice, customerQuery, invoicesKey } from './queries.ts'
import { useConfirmDuplicate } from './useConfirmDuplicate.ts'
import { useSendInvoice } from './useSendInvoice.tsx'
import { useToday } from './useToday.ts'

const parseId = (value: string | null) => (value !== null && /^[1-9]\d{0,8}$/.test(value) ? value : null)

/** `/invoices/new`; another customer or job in the address is another form. */
export function InvoiceFormPage() {
  const [params] = useSearchParams()
  return <InvoiceForm key={params.toString()} params={params} />
}

function InvoiceForm({ params }: { params: URLSearchParams }) {
  const navigate = usePageNavigate()
  const { confirmAndSend } = useSendInvoice()
  const confirmDuplicate = useConfirmDuplicate()
  const customerId = parseId(params.get('customerId'))
  const appointmentId = parseId(params.get('appointmentId')) ?? ''
  const { data: customer } = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== null })
  const back = customerId ? `/customers/${customerId}/invoices` : '/invoices'
  const today = useToday()
  const form = useForm(FieldsForm, {
    defaults: {
      customerId: customerId ? Number(customerId) : null,
      appointmentId,
      description: '',
      amount: '',
      tax: '0.00',
      taxRate: '',
      lines: [],
      dueDate: today,
      status: 'pending',
    },
    confirmSend: confirmDuplicate,
    send: (values, { key }) =>
      createInvoice(
        { ...contentOf(values), customerId: values.customerId as number, status: values.status },
        key,
      ),
    refetch: [invoicesKey],
    success: (invoice) =>
      invoice.status === 'draft'
        ? `Invoice #${invoice.id} saved as a draft.`
        : {
            description: `Invoice #${invoice.id} created.`,
            action: { label: 'Send Invoice', onSelect: () => void confirmAndSend(invoice) },
          },
    failure: 'Failed to create invoice',
    onDone: () => navigate(back, { replace: true }),
  })
  const { data: terms } = useQuery(invoiceTermsQuery())
  const dueDate = dayLater(today, terms?.payment.daysUntilDue ?? 0)
  const followDueDate = useEffectEvent((dueDate: string) => form.prefill({ dueDate }))
  useEffect(() => followDueDate(dueDate), [dueDate])
  const fillInTax = useEffectEvent((rates: InvoiceTerms) => {
    const { appointmentId: chosen, lines, amount, tax } = form.getValues()
    // an appointment brings the rate of its service
    if (chosen !== '' || lines.length > 0) return
    const taxRate = defaultTaxRate(rates)
    form.prefill({ taxRate, tax: taxOf(amount, taxRate, tax) })
  })
  useEffect(() => {
    if (terms) fillInTax(terms)
  }, [terms])
  const chosenId = form.watch('customerId')
  if (customer === null) return <CustomerNotFound />
  return (
    <FormPage
      form={form}
      title="New Invoice"
      back={{ to: back, label: 'Invoices' }}
      submitLabel="Create Invoice"
      pendingLabel="Creating..."
      aside={
        chosenId !== null && (
          <Card title="This customer's invoices">
            <CustomerBalance customerId={chosenId} />
          </Card>
        )
      }
    >
      <InvoiceFields form={form} appointmentId={appointmentId}>
        <Field label={invoiceLabels.status}>
          <Select
            {...form.register('status')}
            options={[
              { value: 'pending', label: 'Pending' },
              { value: 'draft', label: 'Draft' },
            ]}
          />
        </Field>
      </InvoiceFields>
    </FormPage>
  )
}
