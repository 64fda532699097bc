import { css } from '@emotion/react'
import { formatMoney, Widget } from '@plumbline/contract'
import type { useForm } from '@plumbline/contract/form'
import { serviceTypes } from '@plumbline/scheduling/api'
import { color, DateField, Field, Input, phone, Select, space, Textarea, TimeField } from '@plumbline/ui'
import { useId } from 'react'
import { priced } from './appointment.ts'
import { Overlaps } from './Overlaps.tsx'

export const grid = css`
  display: grid;
  gap: ${space(5)};
`
export const pair = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(4)};
  ${phone} { grid-template-columns: minmax(0, 1fr); }
`
const thirds = css`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(4)};
  align-items: start;
  ${phone} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
`

export type Values = {
  customerId: number | null
  title: string
  date: string
  time: string
  hours: string
  rate: string
  description: string
  notes: string
}

// biome-ignore lint/suspicious/noExplicitAny: the two forms have these fields in common
export type Form = ReturnType<typeof useForm<any, any>>

/** What people call the fields, for what somebody else changed meanwhile. */
export const fieldLabels: Record<string, string> = {
  customerId: 'Customer',
  title: 'Service type',
  date: 'Date',
  time: 'Time',
  hours: 'Estimated hours',
  rate: 'Hourly rate',
  description: 'Work description',
  notes: 'Internal notes',
  status: 'Status',
  actualPrice: 'Actual price',
}

/** Whose it is and what is to be done. */
export function WhoAndWhat({ form, onCustomer }: { form: Form; onCustomer?: (id: number | null) => void }) {
  const id = useId()
  const customerId = form.watch('customerId') as number | null
  const { error } = form.error('customerId')
  return (
    <div css={pair}>
      <Field id={id} label="Customer" required {...form.error('customerId')}>
        <Widget
          remote="crm"
          name="CustomerPicker"
          height={40}
          otherwise={<NoPicker form={form} />}
          props={{
            // the widget has a design system of its own and does not see the field around it
            id,
            required: true,
            ...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
            value: customerId,
            onChange: (id: number | null) => {
              form.set('customerId', id)
              onCustomer?.(id)
            },
          }}
        />
      </Field>
      <Field label="Service type" required {...form.error('title')}>
        <Select {...form.register('title')}>
          <option value="">Select a service</option>
          {serviceTypes.map((title) => (
            <option key={title}>{title}</option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** Where the CRM is not installed, a customer is known by number. */
const NoPicker = ({ form }: { form: Form }) => (
  <Input
    inputMode="numeric"
    placeholder="Customer number"
    defaultValue={form.watch('customerId') ?? ''}
    onChange={(event) => form.set('customerId', Number(event.target.value) || null)}
  />
)

/** The day and the hour, and what else is planned then. */
export const When = ({ form, from, exceptId }: { form: Form; from?: string; exceptId?: string }) => (
  <>
    <div css={pair}>
      <Field label="Date" required {...form.error('date')}>
        <DateField {...form.bind('date')} {...(from !== undefined && { min: from })} />
      </Field>
      <Field label="Time" required {...form.error('time')}>
        <TimeField {...form.bind('time')} />
      </Field>
    </div>
    <Overlaps
      date={form.watch('date')}
      time={form.watch('time')}
      hours={Number(form.watch('hours'))}
      {...(exceptId !== undefined && { exceptId })}
    />
  </>
)

/** How long and for how much; the total follows every key. */
export function Price({ form }: { form: Form }) {
  const [hours, rate] = [Number(form.watch('hours')), Number(form.watch('rate'))]
  const total = hours > 0 && rate > 0 ? priced(hours, rate).estimatedPrice : '0.00'
  return (
    <div css={thirds}>
      <Field
        label="Estimated hours"
        type="number"
        step="0.5"
        min="0.5"
        inputMode="decimal"
        required
        {...form.field('hours')}
      />
      <Field
        label="Hourly rate ($)"
        type="number"
        step="0.01"
        min="1"
        inputMode="decimal"
        required
        {...form.field('rate')}
      />
      <div css={{ [phone]: { gridColumn: '1 / -1' } }}>
        <p css={{ fontWeight: 600, fontSize: 13 }}>Estimated total</p>
        <output
          css={{
            display: 'block',
            marginTop: space(1),
            fontSize: 24,
            fontWeight: 650,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {formatMoney(total)}
        </output>
        {hours > 0 && hours < 1 && (
          <p css={{ color: color.muted, fontSize: 13 }}>The minimum charge is one hour ($75).</p>
        )}
      </div>
    </div>
  )
}

/** What the customer may read, and what only we do. */
export const Words = ({ form }: { form: Form }) => (
  <>
    <Field label="Work description" hint="Shown to the customer in emails." {...form.error('description')}>
      <Textarea {...form.register('description')} />
    </Field>
    <Field label="Internal notes" hint="Only you and your staff see this." {...form.error('notes')}>
      <Textarea {...form.register('notes')} />
    </Field>
  </>
)
