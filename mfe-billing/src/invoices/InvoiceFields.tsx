import { css } from '@emotion/react'
import { formatDay, formatMoney } from '@plumbline/contract'
import type { useForm } from '@plumbline/contract/form'
import { DateField, Field, MoneyField, Select, space, Textarea, text } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { CustomerField } from './CustomerField.tsx'
import { invoicesOfJob, totalSoFar } from './invoice.ts'
import { type FieldsForm, type Line, summed, type Values, withLine, withoutLine } from './invoiceForm.ts'
import { LinesEditor } from './LinesEditor.tsx'
import { customerInvoicesQuery, jobQuery, jobsQuery } from './queries.ts'

export const grid = css`
  display: grid;
  gap: ${space(5)};
`
const pair = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
  gap: ${space(4)};
  align-items: start;
`

export type Form = ReturnType<typeof useForm<typeof FieldsForm, unknown>>

type InvoiceFieldsProps = {
  form: Form
  /** The job that the form is to be filled from. */
  job?: string
  /** Beside the due date. */
  children?: ReactNode
  /** In place of the choice of a customer, where they are known. */
  customer?: ReactNode
}

/** What an invoice says, on the page for a new one and in a draft. */
export function InvoiceFields({ form, job: givenJob = '', customer, children }: InvoiceFieldsProps) {
  const { formState } = form
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    form.set(name, value as never)
    // all of it anew: the sums follow the lines
    if (formState.isSubmitted) void form.trigger()
  }
  const error = (name: string) => form.error(name as keyof Values)
  const fillFromJob = useJob(form, givenJob)
  const [customerId, appointmentId, amount, tax, lines] = form.watch([
    'customerId',
    'appointmentId',
    'amount',
    'tax',
    'lines',
  ])
  const { data: jobs } = useQuery({ ...jobsQuery(customerId ?? 0), enabled: customerId !== null })
  const { data: invoices } = useQuery({
    ...customerInvoicesQuery(String(customerId)),
    enabled: customerId !== null,
  })
  const invoicesOf = (job: number) => invoicesOfJob(invoices ?? [], job).map(({ id }) => `Invoice #${id}`)
  const setLines = (next: Line[]) => {
    set('lines', next)
    const { amount: sum, tax: taxes } = summed(next)
    set('amount', sum)
    set('tax', taxes)
  }
  const remove = (key: number) => {
    const left = withoutLine(form.getValues(), key)
    set('lines', left.lines)
    set('amount', left.amount)
    set('tax', left.tax)
  }
  const linesAreWrong = (lines as Line[]).some((_, at) => error(`lines.${at}.amount`).error)
  return (
    <>
      <div css={pair}>
        {customer ?? (
          <CustomerField
            value={customerId}
            error={error('customerId')}
            onChange={(id) => {
              set('customerId', id)
              set('appointmentId', '')
            }}
          />
        )}
        <Field label="Appointment" hint="Fills in description and amount." {...error('appointmentId')}>
          <Select
            value={appointmentId}
            disabled={!jobs || jobs.length === 0}
            onChange={(event) => {
              set('appointmentId', event.target.value)
              fillFromJob(event.target.value)
            }}
          >
            <option value="">None</option>
            {(jobs ?? []).map((it) => (
              <option key={it.id} value={it.id}>
                {[`${it.title}, ${formatDay(it.scheduledDate)}`, ...invoicesOf(it.id)].join(' · ')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Description" required {...error('description')}>
        <Textarea {...form.register('description')} />
      </Field>
      {lines.length === 0 && (
        <div css={pair}>
          <Field label="Amount" required {...error('amount')}>
            <MoneyField {...form.bind('amount')} />
          </Field>
          <Field label="Tax" {...error('tax')}>
            <MoneyField {...form.bind('tax')} onChange={(value) => set('tax', value || '0')} />
          </Field>
        </div>
      )}
      <LinesEditor
        lines={lines}
        errorAt={error}
        onChange={setLines}
        onAdd={() => setLines(withLine(form.getValues()))}
        onRemove={remove}
      />
      <div css={pair}>
        <Field label="Due date" hint="Payment is due in full on completion." required {...error('dueDate')}>
          <DateField {...form.bind('dueDate')} />
        </Field>
        {children}
      </div>
      <p css={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}>
        <span css={{ fontWeight: 600 }}>Total</span>
        <output css={{ fontSize: text.xxl, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
          {formatMoney(totalSoFar(amount, tax, lines))}
        </output>
      </p>
      {lines.length > 0 && !linesAreWrong && error('amount').error && (
        <p role="alert">{error('amount').error}</p>
      )}
    </>
  )
}

/** Fills the form from a job when it is chosen, once: what is typed after that stays, whatever becomes of the job. */
function useJob(form: Form, given: string) {
  const queryClient = useQueryClient()
  const fill = async (id: string, isFirst = false) => {
    const job = id === '' ? null : await queryClient.fetchQuery(jobQuery(id))
    // another one was chosen meanwhile
    if (!job || form.getValues('appointmentId') !== id) return
    const values: Partial<Values> = {
      description: [job.title, job.description].filter(Boolean).join(': '),
      ...(job.totalAmount !== null && form.getValues('lines').length === 0 && { amount: job.totalAmount }),
    }
    if (isFirst) return form.prefill(values)
    if (values.description !== undefined) form.set('description', values.description)
    if (values.amount !== undefined) form.set('amount', values.amount)
  }
  const fillFirst = useEffectEvent(() => void fill(given, true))
  useEffect(() => fillFirst(), [])
  return (id: string) => void fill(id)
}
