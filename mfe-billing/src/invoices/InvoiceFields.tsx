import { css } from '@emotion/react'
import { type InvoiceDetails, invoiceFields, invoiceLabels } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { CustomerField, useFieldArray, useFilledFields, type useForm } from '@plumbline/contract/form'
import { formatMoney } from '@plumbline/contract/money'
import { color, DateField, Field, FieldRow, Select, space, Textarea, text } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { focusable } from '../lines/focusable.ts'
import { type BoundField, type Line, summed, sumsSoFar, taxOf } from '../lines/line.ts'
import { AmountFields } from './AmountFields.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { invoicesOfAppointment } from './invoice.ts'
import { contentFrom, type FieldsForm, linesToAdd, type Values, withoutLine } from './invoiceForm.ts'
import { defaultTaxRate, firstSentence, invoiceTermsQuery } from './invoiceTerms.ts'
import { appointmentQuery, appointmentsQuery, customerInvoicesQuery } from './queries.ts'

const sums = css`
  display: grid;
  gap: ${space(1)};
  font-variant-numeric: tabular-nums;
  p { display: flex; justify-content: space-between; align-items: baseline; color: ${color.muted}; }
  [data-total] { color: ${color.ink}; font-weight: 600; }
  output { font-size: ${text.xxl}; font-weight: 650; }
`

// as the server says it
const negativeTax = 'The tax of all items cannot be negative'

type InvoiceFormHandle = ReturnType<typeof useForm<typeof FieldsForm, InvoiceDetails>>

type InvoiceFieldsProps = {
  form: InvoiceFormHandle
  /** The appointment that the form is filled from as it opens. */
  appointmentId?: string
  /** Beside the due date. */
  children?: ReactNode
  /** Where the customer cannot be changed. */
  customerName?: string
}

/** The fields of an invoice, in a new one and in a draft. */
export function InvoiceFields({
  form,
  appointmentId: firstAppointmentId = '',
  customerName,
  children,
}: InvoiceFieldsProps) {
  const fillFromAppointment = useFillFromAppointment(form, firstAppointmentId)
  const [customerId, appointmentId, amount, tax] = form.watch([
    'customerId',
    'appointmentId',
    'amount',
    'tax',
  ])
  const lines = form.watch('lines')
  const { data: appointments } = useQuery({
    ...appointmentsQuery(customerId ?? 0),
    enabled: customerId !== null,
  })
  const { data: terms } = useQuery(invoiceTermsQuery())
  const { data: invoices } = useQuery({
    ...customerInvoicesQuery(String(customerId)),
    enabled: customerId !== null,
  })
  const optionText = ({ id, title, scheduledDate }: { id: number; title: string; scheduledDate: string }) =>
    [
      `${title}, ${formatDay(scheduledDate)}`,
      ...invoicesOfAppointment(invoices ?? [], id).map((invoice) => `Invoice #${invoice.id}`),
    ].join(' · ')
  const bind = (name: 'amount' | 'tax' | 'taxRate'): BoundField => ({
    ...form.bind(name),
    ...form.error(name),
  })
  const taxRate = bind('taxRate')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const followLines = () => form.fill(summed(form.getValues('lines')))
  const change = (at: number, line: Line) => {
    form.set(`lines.${at}`, line)
    followLines()
  }
  const add = () => {
    append(linesToAdd(form.getValues()), { shouldFocus: false })
    followLines()
  }
  const removeAt = (at: number) => {
    const left = withoutLine(form.getValues(), at)
    remove(left.lines.length > 0 ? at : undefined)
    form.fill({ amount: left.amount, tax: left.tax })
  }
  const soFar = sumsSoFar(amount, tax, lines)
  const linesAreWrong = lines.some((_, at) => form.error(`lines.${at}.amount`).error)
  const sumsError = [
    !linesAreWrong && form.error('amount').error,
    tax.startsWith('-') && form.error('tax').error ? negativeTax : form.error('tax').error,
    form.error('lines').error,
  ].find(Boolean)
  return (
    <>
      <FieldRow>
        {customerName !== undefined ? (
          <Field label={invoiceLabels.customerId} value={customerName} readOnly />
        ) : (
          <CustomerField
            value={customerId}
            {...form.error('customerId')}
            onChange={(id) => {
              form.set('customerId', id)
              form.set('appointmentId', '')
              fillFromAppointment('')
            }}
          />
        )}
        <Field
          label={invoiceLabels.appointmentId}
          hint="Fills in description and amount."
          {...form.error('appointmentId')}
        >
          <Select
            value={appointmentId}
            disabled={!appointments?.length}
            onChange={(event) => {
              form.set('appointmentId', event.target.value)
              fillFromAppointment(event.target.value)
            }}
          >
            <option value="">None</option>
            {(appointments ?? []).map((appointment) => (
              <option key={appointment.id} value={appointment.id}>
                {optionText(appointment)}
              </option>
            ))}
          </Select>
        </Field>
      </FieldRow>
      <Field label={invoiceLabels.description} required {...form.error('description')}>
        <Textarea limit={invoiceFields.description.maxLength} {...form.register('description')} />
      </Field>
      {lines.length === 0 && <AmountFields amount={bind('amount')} tax={bind('tax')} taxRate={taxRate} />}
      <InvoiceLines
        lines={lines}
        ids={fields.map(({ id }) => id)}
        errorOf={(at, name) => form.error(`lines.${at}.${name}`)}
        onChange={change}
        taxRate={taxRate}
        onAdd={add}
        onRemove={removeAt}
      />
      <FieldRow>
        <Field
          label={invoiceLabels.dueDate}
          hint={firstSentence(terms?.payment.terms ?? 'Payment is due in full on completion.')}
          required
          {...form.error('dueDate')}
        >
          <DateField {...form.bind('dueDate')} />
        </Field>
        {children}
      </FieldRow>
      <div css={sums}>
        {Number(soFar.tax) > 0 && (
          <>
            <p>
              Subtotal <span>{formatMoney(soFar.subtotal)}</span>
            </p>
            <p>
              Tax <span>{formatMoney(soFar.tax)}</span>
            </p>
          </>
        )}
        <p data-total>
          Total <output>{formatMoney(soFar.total)}</output>
        </p>
      </div>
      {lines.length > 0 && sumsError && (
        <p role="alert" {...focusable({ error: sumsError })}>
          {sumsError}
        </p>
      )}
    </>
  )
}

/** Fills the form from an appointment once, when it is chosen: later changes of the appointment keep what was typed. */
function useFillFromAppointment(form: InvoiceFormHandle, firstId: string) {
  const queryClient = useQueryClient()
  const { choose, takeBack } = useFilledFields(form)
  const load = async (id: string): Promise<Partial<Values> | null> => {
    const [appointment, terms] = await Promise.all([
      queryClient.fetchQuery(appointmentQuery(id)),
      queryClient.ensureQueryData(invoiceTermsQuery()),
    ])
    if (!appointment) return null
    const { description, amount } = contentFrom(appointment)
    const { lines, taxRate: typedRate, tax } = form.getValues()
    if (amount === '' || lines.length > 0) return { description }
    const isDefault = typedRate === '' || typedRate === defaultTaxRate(terms)
    const taxRate = isDefault ? defaultTaxRate(terms, appointment.title) : typedRate
    return { description, amount, taxRate, tax: taxOf(amount, taxRate, isDefault ? '0.00' : tax) }
  }
  const fill = (id: string, isFirst = false) => {
    if (id === '') return takeBack()
    const message = 'Its description and amount could not be loaded. Enter them, or choose it again.'
    void choose({
      isFirst,
      load: () => load(id),
      onFailure: () => form.setError('appointmentId', { message }),
    })
  }
  const fillFirst = useEffectEvent(() => fill(firstId, true))
  useEffect(() => fillFirst(), [])
  return (id: string) => fill(id)
}
