import { type InvoiceDetails, maxDescriptionLength } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { CustomerField, useFilledFields, type useForm } from '@plumbline/contract/form'
import { formatMoney } from '@plumbline/contract/money'
import { DateField, Field, FieldRow, Select, Textarea, text } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { AmountFields } from './AmountFields.tsx'
import { invoicesOfAppointment, totalSoFar } from './invoice.ts'
import {
  type BoundField,
  contentFrom,
  type FieldsForm,
  type Line,
  summed,
  taxOf,
  type Values,
  withLine,
  withoutLine,
} from './invoiceForm.ts'
import { LinesEditor } from './LinesEditor.tsx'
import { appointmentQuery, appointmentsQuery, customerInvoicesQuery } from './queries.ts'

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
  const { formState } = form
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    form.set(name, value as never)
    // all fields: the sums follow the lines
    if (formState.isSubmitted) void form.trigger()
  }
  const error = (name: string) => form.error(name as keyof Values)
  const fillFromAppointment = useFillFromAppointment(form, firstAppointmentId)
  const [customerId, appointmentId, amount, tax, lines] = form.watch([
    'customerId',
    'appointmentId',
    'amount',
    'tax',
    'lines',
  ])
  const { data: appointments } = useQuery({
    ...appointmentsQuery(customerId ?? 0),
    enabled: customerId !== null,
  })
  const { data: invoices } = useQuery({
    ...customerInvoicesQuery(String(customerId)),
    enabled: customerId !== null,
  })
  const optionText = ({ id, title, scheduledDate }: { id: number; title: string; scheduledDate: string }) =>
    [
      `${title}, ${formatDay(scheduledDate)}`,
      ...invoicesOfAppointment(invoices ?? [], id).map((invoice) => `Invoice #${invoice.id}`),
    ].join(' · ')
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
  const bind = (name: 'amount' | 'tax' | 'taxRate'): BoundField => ({
    ...form.bind(name),
    ...error(name),
    onChange: (value) => set(name, value),
  })
  const taxRate = bind('taxRate')
  const linesAreWrong = (lines as Line[]).some((_, at) => error(`lines.${at}.amount`).error)
  return (
    <>
      <FieldRow>
        {customerName !== undefined ? (
          <Field label="Customer" value={customerName} readOnly />
        ) : (
          <CustomerField
            value={customerId}
            {...error('customerId')}
            onChange={(id) => {
              set('customerId', id)
              set('appointmentId', '')
              fillFromAppointment('')
            }}
          />
        )}
        <Field label="Appointment" hint="Fills in description and amount." {...error('appointmentId')}>
          <Select
            value={appointmentId}
            disabled={!appointments?.length}
            onChange={(event) => {
              set('appointmentId', event.target.value)
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
      <Field label="Description" required {...error('description')}>
        <Textarea limit={maxDescriptionLength} {...form.register('description')} />
      </Field>
      {lines.length === 0 && <AmountFields amount={bind('amount')} tax={bind('tax')} taxRate={taxRate} />}
      <LinesEditor
        lines={lines}
        errorAt={error}
        onChange={setLines}
        taxRate={taxRate}
        onAdd={() => setLines(withLine(form.getValues()))}
        onRemove={remove}
      />
      <FieldRow>
        <Field label="Due date" hint="Payment is due in full on completion." required {...error('dueDate')}>
          <DateField {...form.bind('dueDate')} />
        </Field>
        {children}
      </FieldRow>
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

/** Fills the form from an appointment once, when it is chosen: later changes of the appointment keep what was typed. */
function useFillFromAppointment(form: InvoiceFormHandle, firstId: string) {
  const queryClient = useQueryClient()
  const { choose, takeBack } = useFilledFields(form)
  const load = async (id: string): Promise<Partial<Values> | null> => {
    const appointment = await queryClient.fetchQuery(appointmentQuery(id))
    if (!appointment) return null
    const { description, amount } = contentFrom(appointment)
    const { lines, taxRate, tax } = form.getValues()
    if (amount === '' || lines.length > 0) return { description }
    return { description, amount, tax: taxOf(amount, taxRate, tax) }
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
