import { css } from '@emotion/react'
import { Money, PositiveMoney } from '@plumbline/billing/api'
import { dayInNewYork, formatDay, formatMoney, toast, Widget } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import {
  buttonStyle,
  Card,
  DateField,
  Field,
  FormActions,
  Input,
  MoneyField,
  PageHeader,
  phone,
  Select,
  space,
  Textarea,
  text,
} from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { totalOf } from './invoice.ts'
import { jobQuery, jobsQuery, refresh, write } from './queries.ts'

const Form = /* @__PURE__ */ z.object({
  customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
  appointmentId: z.string(),
  description: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Description is required'),
      z.maxLength(2_000, 'At most 2000 characters'),
    ),
  amount: PositiveMoney,
  tax: Money,
  dueDate: z.iso.date({ error: 'Please enter a date' }),
  status: z.enum(['pending', 'draft']),
})

const pair = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(4)};
  align-items: start;
  ${phone} { grid-template-columns: minmax(0, 1fr); }
`

const numberIn = (value: string | null) => (value !== null && /^[1-9]\d{0,8}$/.test(value) ? value : null)

/** `/invoices/new`. */
export function NewPage() {
  const [params] = useSearchParams()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const given = numberIn(params.get('customerId'))
  const givenJob = numberIn(params.get('appointmentId'))
  const back = given ? `/customers/${given}/invoices` : '/invoices'
  const form = useForm(Form, {
    defaults: {
      customerId: given ? Number(given) : null,
      appointmentId: givenJob ?? '',
      description: '',
      amount: '',
      tax: '0',
      dueDate: dayInNewYork(new Date()),
      status: 'pending',
    },
    send: ({ customerId, appointmentId, ...rest }, key) =>
      write(
        {
          ...rest,
          customerId: customerId as number,
          appointmentId: appointmentId ? Number(appointmentId) : null,
        },
        key,
      ),
    onDone: async (invoice) => {
      void refresh(queryClient)
      const said = invoice.status === 'draft' ? 'saved as a draft' : 'created'
      toast({ title: 'Success!', description: `Invoice #${invoice.id} ${said}.` })
      await navigate(back)
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to create invoice',
        tone: 'destructive',
      }),
  })
  const { setValue, formState } = form
  const checked = { shouldValidate: formState.isSubmitted }
  const customerId = form.watch('customerId')
  const appointmentId = form.watch('appointmentId')
  const { data: jobs } = useQuery({ ...jobsQuery(customerId ?? 0), enabled: customerId !== null })
  const { data: job } = useQuery({ ...jobQuery(appointmentId), enabled: appointmentId !== '' })
  useEffect(() => {
    if (!job) return
    setValue('description', [job.title, job.description].filter(Boolean).join(': '))
    if (job.totalAmount !== null) setValue('amount', job.totalAmount)
  }, [job, setValue])
  const error = (name: Parameters<typeof form.field>[0]) => {
    const { error: message } = form.field(name)
    return message === undefined ? {} : { error: message }
  }
  const total = totalOf(form.watch('amount'), form.watch('tax'))
  return (
    <>
      <title>New Invoice</title>
      <PageHeader title="New Invoice" back={<Link to={back}>Back</Link>} />
      <Card css={{ maxWidth: 760 }}>
        <form css={{ display: 'grid', gap: space(5) }} aria-label="New Invoice" {...form.props}>
          <div css={pair}>
            <Field label="Customer" required {...error('customerId')}>
              <Widget
                remote="crm"
                name="CustomerPicker"
                height={40}
                otherwise={
                  <Input
                    inputMode="numeric"
                    placeholder="Customer number"
                    defaultValue={customerId ?? ''}
                    onChange={(event) => setValue('customerId', Number(event.target.value) || null)}
                  />
                }
                props={{
                  value: customerId,
                  onChange: (id: number | null) => {
                    setValue('customerId', id, checked)
                    setValue('appointmentId', '')
                  },
                }}
              />
            </Field>
            <Field label="Appointment" hint="Fills in description and amount." {...error('appointmentId')}>
              <Select
                value={appointmentId}
                disabled={!jobs || jobs.length === 0}
                onChange={(event) => setValue('appointmentId', event.target.value)}
              >
                <option value="">None</option>
                {(jobs ?? []).map((it) => (
                  <option key={it.id} value={it.id}>
                    {`${it.title}, ${formatDay(it.scheduledDate)}`}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Field label="Description" required {...error('description')}>
            <Textarea {...form.register('description')} />
          </Field>
          <div css={pair}>
            <Field label="Amount" required {...error('amount')}>
              <MoneyField
                value={form.watch('amount')}
                onChange={(value) => setValue('amount', value, checked)}
              />
            </Field>
            <Field label="Tax" {...error('tax')}>
              <MoneyField
                value={form.watch('tax')}
                onChange={(value) => setValue('tax', value || '0', checked)}
              />
            </Field>
            <Field
              label="Due date"
              hint="Payment is due in full on completion."
              required
              {...error('dueDate')}
            >
              <DateField
                value={form.watch('dueDate')}
                onChange={(value) => setValue('dueDate', value, checked)}
              />
            </Field>
            <Field label="Status">
              <Select
                {...form.register('status')}
                options={[
                  { value: 'pending', label: 'Pending' },
                  { value: 'draft', label: 'Draft' },
                ]}
              />
            </Field>
          </div>
          <p css={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}>
            <span css={{ fontWeight: 600 }}>Total</span>
            <output css={{ fontSize: text.xxl, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
              {formatMoney(total ?? '0')}
            </output>
          </p>
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
