import { css } from '@emotion/react'
import { formatTime } from '@plumbline/contract'
import { CustomerField, type useForm } from '@plumbline/contract/form'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { formatEnd } from '@plumbline/contract/when'
import {
  type Appointment,
  type AppointmentFieldName,
  appointmentFields,
  appointmentLabels,
  type OptionalAppointmentText,
} from '@plumbline/scheduling/api'
import { color, DateField, Field, FieldRow, Select, space, Textarea, TimeField, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import type * as z from 'zod/mini'
import { stepMinutes } from '../calendar/slot.ts'
import { AssigneesField } from '../team/AssigneesField.tsx'
import { toTimestamp } from './appointment.ts'
import type { SharedFields } from './appointmentForm.ts'
import { arrivalLabel, arrivals } from './arrival.ts'
import { businessQuery } from './businessQuery.ts'
import { FreeTimes } from './FreeTimes.tsx'
import { HoursWarning } from './HoursWarning.tsx'
import { OverlapWarning } from './OverlapWarning.tsx'
import { minimumHint, titleChoices } from './offer.ts'
import { exactRateOf, toDurationAndPrice } from './price.ts'
import type { QuotedWork } from './quote.ts'
import { hoursOn } from './workingHours.ts'

type Values = z.input<typeof SharedFields>
type Name = keyof Values
type SharedForm = ReturnType<typeof useForm<typeof SharedFields, unknown>>
type Registered = Omit<ReturnType<SharedForm['register']>, 'name'> & { name: string }
/** What both forms have in common: each has further fields of its own. */
type Form = Pick<SharedForm, 'error'> & {
  register(name: Name): Registered
  field(name: Name): Registered & { error?: string }
  watch<N extends Name>(name: N): Values[N]
  set<N extends Name>(name: N, value: Values[N]): void
  bind(name: 'date' | 'time'): { value: string; onChange: (value: string) => void; onBlur: () => void }
}

/** Of what forms have in place of the time, the length and the price of an appointment. */
const ownLabels = {
  date: 'Date',
  time: 'Time',
  arrival: appointmentLabels.arrivalWindow,
  hours: 'Estimated hours',
  rate: 'Hourly rate',
}
export const fieldLabels: Record<AppointmentFieldName | Name, string> = { ...appointmentLabels, ...ownLabels }

type CustomerAndServiceProps = {
  form: Form
  /** The title of the appointment, which need not be that of a service any more. */
  title?: string
  onCustomer?: (id: number | null) => void
  onService?: (title: string) => void
}

export function CustomerAndServiceFields({ form, title, onCustomer, onService }: CustomerAndServiceProps) {
  const { data: business } = useQuery(businessQuery())
  const { may } = useRights()
  const select = form.register('title')
  return (
    <FieldRow>
      {/* who edits their own jobs gives them to no other customer */}
      {may('schedule.all.edit') && (
        <CustomerField
          value={form.watch('customerId')}
          {...form.error('customerId')}
          onChange={(id) => {
            form.set('customerId', id)
            onCustomer?.(id)
          }}
        />
      )}
      <Field label={fieldLabels.title} required {...form.error('title')}>
        <Select
          {...select}
          onChange={(event) => {
            void select.onChange(event)
            onService?.(event.target.value)
          }}
        >
          <option value="">Select a service</option>
          {titleChoices(business, title).map((it) => (
            <option key={it}>{it}</option>
          ))}
        </Select>
      </Field>
    </FieldRow>
  )
}

type DateTimeProps = { form: Form; minDate?: string; exceptId?: string }

/** Date and time with the end, times that are free, and a warning of what overlaps. */
export function DateTimeFields({ form, minDate, exceptId }: DateTimeProps) {
  const when = { date: form.watch('date'), time: form.watch('time'), hours: numberIn(form.watch('hours')) }
  const from = toTimestamp(when.date, when.time)
  const end = from && when.hours > 0 && formatEnd({ scheduledDate: from, duration: when.hours * 60 })
  const { data: business } = useQuery(businessQuery())
  const isAnytime = form.watch('arrival') === 'anytime'
  const window = isAnytime ? 0 : Number(form.watch('arrival'))
  const promise =
    from && window > 0
      ? `Told: between ${formatTime(from)} and ${formatEnd({ scheduledDate: from, duration: window })}`
      : isAnytime && 'The customer is told the day'
  const choose = (arrival: string) => {
    form.set('arrival', arrival)
    // what is not asked for has to be complete all the same
    if (arrival === 'anytime') form.set('time', (business && hoursOn(when.date, business)?.opens) ?? '08:00')
  }
  return (
    <>
      <FieldRow>
        <Field label={fieldLabels.date} required {...form.error('date')}>
          <DateField {...form.bind('date')} min={minDate} />
        </Field>
        {!isAnytime && (
          <Field label={fieldLabels.time} required hint={end && `Ends at ${end}`} {...form.error('time')}>
            <TimeField {...form.bind('time')} step={stepMinutes * 60} />
          </Field>
        )}
        <Field label={fieldLabels.arrival} hint={promise} {...form.error('arrival')}>
          <Select
            value={form.watch('arrival')}
            onChange={({ target }) => choose(target.value)}
            options={arrivals.map((value) => ({ value, label: arrivalLabel(value) }))}
          />
        </Field>
      </FieldRow>
      {!isAnytime && (
        <FreeTimes
          {...when}
          crew={form.watch('assigneeIds')}
          exceptId={exceptId}
          onChoose={({ date, time }) => {
            form.set('date', date)
            form.set('time', time)
          }}
        />
      )}
      <HoursWarning {...when} anytime={isAnytime} crew={form.watch('assigneeIds')} />
      {!isAnytime && <OverlapWarning {...when} crew={form.watch('assigneeIds')} exceptId={exceptId} />}
    </>
  )
}

const totalStyle = css`
  display: block;
  margin-top: ${space(1)};
  font-size: ${text.xxl};
  font-weight: 650;
  font-variant-numeric: tabular-nums;
`

const numberIn = (typed: string) => (/^[\d.]+$/.test(typed) ? Number(typed) : Number.NaN)

type PriceFieldsProps = {
  form: Form
  stored?: Pick<Appointment, 'duration' | 'estimatedPrice'>
  work?: QuotedWork | null
}

/**
 * Hours and rate, with their total; of a stored appointment the rate is exact, though it is shown rounded. What a quote says was
 * agreed has no rate.
 */
export function PriceFields({ form, stored, work }: PriceFieldsProps) {
  const [hours, rate] = [numberIn(form.watch('hours')), numberIn(form.watch('rate'))]
  // absent for who may not see prices
  const seesPrice = stored?.estimatedPrice !== undefined || !stored
  const { data: business } = useQuery(businessQuery())
  const minimum = minimumHint(hours, business)
  const total =
    hours > 0 && rate > 0 ? toDurationAndPrice(hours, exactRateOf(rate, stored)).estimatedPrice : '0.00'
  /** As a number input does, but one that takes no `1e2` and keeps what is typed. */
  const spin = (name: 'hours' | 'rate', value: number, { min, step }: { min: number; step: number }) => ({
    role: 'spinbutton',
    'aria-valuemin': min,
    'aria-valuenow': Number.isNaN(value) ? undefined : value,
    onKeyDown: (event: KeyboardEvent) => {
      const steps = { ArrowUp: Math.floor(value / step) + 1, ArrowDown: Math.ceil(value / step) - 1 }[
        event.key
      ]
      if (steps === undefined) return
      event.preventDefault()
      form.set(name, String(Number.isNaN(steps) ? min : Math.max(min, steps * step)))
    },
  })
  return (
    <FieldRow>
      <Field
        label={fieldLabels.hours}
        inputMode="decimal"
        autoComplete="off"
        required
        {...form.field('hours')}
        {...spin('hours', hours, { min: 0.5, step: 0.5 })}
      />
      {seesPrice && !work && (
        <Field
          label={`${fieldLabels.rate} ($)`}
          inputMode="decimal"
          autoComplete="off"
          required
          {...form.field('rate')}
          {...spin('rate', rate, { min: 1, step: 1 })}
        />
      )}
      {seesPrice && (
        <div>
          <p css={{ fontWeight: 600, fontSize: text.sm }}>Estimated total</p>
          <output css={totalStyle}>{formatMoney(work?.price ?? total)}</output>
          {work && (
            <p css={{ color: color.muted, fontSize: text.sm }}>
              As approved in {work.quoteNumber}, before tax
            </p>
          )}
          {minimum && !work && <p css={{ color: color.muted, fontSize: text.sm }}>{minimum}</p>}
        </div>
      )}
    </FieldRow>
  )
}

/** Who does it, where there is a team. */
export const CrewField = ({ form }: { form: Form }) => (
  <AssigneesField
    value={form.watch('assigneeIds')}
    onChange={(ids) => form.set('assigneeIds', ids)}
    {...form.error('assigneeIds')}
  />
)

const hints: Record<Exclude<OptionalAppointmentText, 'address'>, string> = {
  description: 'Optional. Shown to the customer in emails.',
  notes: 'Optional. Only you and your staff see this.',
}

export const NotesFields = ({ form }: { form: Form }) =>
  (Object.keys(hints) as (keyof typeof hints)[]).map((name) => (
    <Field key={name} label={fieldLabels[name]} hint={hints[name]} {...form.error(name)}>
      <Textarea limit={appointmentFields[name].maxLength} {...form.register(name)} />
    </Field>
  ))
