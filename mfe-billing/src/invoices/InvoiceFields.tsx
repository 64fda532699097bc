import { css } from '@emotion/react'
import { formatDay, formatMoney } from '@plumbline/contract'
import type { useForm } from '@plumbline/contract/form'
import { DateField, Field, MoneyField, Select, space, Textarea, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CustomerField } from './CustomerField.tsx'
import { totalSoFar } from './invoice.ts'
import { type FieldsForm, type Line, summed, type Values, withLine, withoutLine } from './invoiceForm.ts'
import { LinesEditor } from './LinesEditor.tsx'
import { jobQuery, jobsQuery } from './queries.ts'

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
  const { setValue, formState } = form
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setValue(name, value as never, { shouldDirty: true, shouldValidate: false })
    // all of it anew: the sums follow the lines
    if (formState.isSubmitted) void form.trigger()
  }
  const error = (name: string) => {
    const { error: message } = form.getFieldState(name as keyof Values, formState)
    return message?.message === undefined ? {} : { error: message.message }
  }
  const root = useRef<HTMLDivElement>(null)
  const { submitCount, isSubmitSuccessful } = formState
  // most of these controls are no plain inputs, which a form would find by itself
  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return
    root.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount, isSubmitSuccessful])
  const [job, setJob] = useState(givenJob)
  const { data: filled } = useQuery({ ...jobQuery(job), enabled: job !== '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a job fills the form once, when it is chosen
  useEffect(() => {
    if (!filled) return
    set('description', [filled.title, filled.description].filter(Boolean).join(': '))
    if (filled.totalAmount !== null && form.getValues('lines').length === 0) set('amount', filled.totalAmount)
  }, [filled])
  const [customerId, appointmentId, amount, tax, lines, dueDate] = form.watch([
    'customerId',
    'appointmentId',
    'amount',
    'tax',
    'lines',
    'dueDate',
  ])
  const { data: jobs } = useQuery({ ...jobsQuery(customerId ?? 0), enabled: customerId !== null })
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
      <div ref={root} css={pair}>
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
              setJob(event.target.value)
            }}
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
      {lines.length === 0 && (
        <div css={pair}>
          <Field label="Amount" required {...error('amount')}>
            <MoneyField value={amount} onChange={(value) => set('amount', value)} />
          </Field>
          <Field label="Tax" {...error('tax')}>
            <MoneyField value={tax} onChange={(value) => set('tax', value || '0')} />
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
          <DateField value={dueDate} onChange={(value) => set('dueDate', value)} />
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
