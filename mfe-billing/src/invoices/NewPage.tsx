import { dayInNewYork, formatMoney, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { buttonStyle, Card, confirm, Field, FormActions, PageHeader, Select } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type Form, grid, InvoiceFields } from './InvoiceFields.tsx'
import { invoicesOfJob } from './invoice.ts'
import { contentOf, FieldsForm } from './invoiceForm.ts'
import { customerInvoicesQuery, refresh, write } from './queries.ts'
import { useSend } from './useSend.ts'

const numberIn = (value: string | null) => (value !== null && /^[1-9]\d{0,8}$/.test(value) ? value : null)

/** `/invoices/new`. */
export function NewPage() {
  const [params] = useSearchParams()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { offer } = useSend()
  const given = numberIn(params.get('customerId'))
  const givenJob = numberIn(params.get('appointmentId')) ?? ''
  const back = given ? `/customers/${given}/invoices` : '/invoices'
  const form = useForm(FieldsForm, {
    defaults: {
      customerId: given ? Number(given) : null,
      appointmentId: givenJob,
      description: '',
      amount: '',
      tax: '0.00',
      lines: [],
      dueDate: dayInNewYork(new Date()),
      status: 'pending',
    },
    send: (values, { key }) =>
      write({ ...contentOf(values), customerId: values.customerId as number, status: values.status }, key),
    onDone: async (invoice) => {
      void refresh(queryClient)
      if (invoice.status === 'draft')
        toast({ title: 'Success!', description: `Invoice #${invoice.id} saved as a draft.` })
      else offer(invoice.id, `Invoice #${invoice.id} created.`)
      await navigate(back, { replace: true })
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to create invoice',
        tone: 'destructive',
      }),
  })
  const submit = useDuplicateCheck(form as unknown as Form)
  return (
    <>
      <title>New Invoice</title>
      <PageHeader title="New Invoice" back={<Link to={back}>Back</Link>} />
      <Card css={{ maxWidth: 760 }}>
        <form css={grid} aria-label="New Invoice" {...form.props} onSubmit={submit}>
          <InvoiceFields form={form as unknown as Form} job={givenJob}>
            <Field label="Status">
              <Select
                {...form.register('status')}
                options={[
                  { value: 'pending', label: 'Pending' },
                  { value: 'draft', label: 'Draft' },
                ]}
              />
            </Field>
          </InvoiceFields>
          <FormActions action="Create Invoice" pendingAction="Creating..." pending={form.pending}>
            <Link to={back} css={buttonStyle()}>
              Cancel
            </Link>
          </FormActions>
        </form>
      </Card>
    </>
  )
}

/** Asks before a job is invoiced a second time. */
function useDuplicateCheck({ getValues, trigger, props }: Pick<Form, 'getValues' | 'trigger' | 'props'>) {
  const queryClient = useQueryClient()
  return async (event: FormEvent) => {
    event.preventDefault()
    const { customerId, appointmentId } = getValues()
    const invoices =
      customerId !== null && appointmentId !== ''
        ? await queryClient.fetchQuery(customerInvoicesQuery(String(customerId))).catch(() => null)
        : null
    const before = invoicesOfJob(invoices ?? [], Number(appointmentId))
    const asks = before.length > 0 && (await trigger())
    const names = before.map(({ id, totalAmount }) => `Invoice #${id} for ${formatMoney(totalAmount)}`)
    const isWanted =
      !asks ||
      (await confirm({
        title: 'Invoice this job again?',
        text: `It already has ${names.join(' and ')}.`,
        action: 'Create another invoice',
      }))
    if (isWanted) props.onSubmit(event)
  }
}
