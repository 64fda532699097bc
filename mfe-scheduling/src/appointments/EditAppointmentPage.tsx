import type { Business } from '@plumbline/business/api'
import { formatDay } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import { FormPage, useForm } from '@plumbline/contract/form'
import { formatTyped } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import {
  type AppointmentDetails,
  type AppointmentEdit,
  type AppointmentStatus,
  appointmentStatuses,
  appointmentStatusLabels,
  ofTexts,
} from '@plumbline/scheduling/api'
import { Button, Field, MoneyField, Select, Skeleton } from '@plumbline/ui'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import { type Team, useTeam } from '../team/team.ts'
import { newTimeParam } from '../texts/newTimeParam.ts'
import {
  CrewField,
  CustomerAndServiceFields,
  DateTimeFields,
  fieldLabels,
  NotesFields,
  PriceFields,
} from './AppointmentFields.tsx'
import { isOpen, statuses, toDateAndTime, toTimestamp } from './appointment.ts'
import { useCancelAppointment } from './appointmentActions.ts'
import { editAppointmentForm } from './appointmentForm.ts'
import { arrivalFields, arrivalLabel, arrivalOf } from './arrival.ts'
import { businessQuery } from './businessQuery.ts'
import { DayAgenda } from './DayAgenda.tsx'
import { NotFound } from './NotFound.tsx'
import { startValues, titleInForm } from './offer.ts'
import { exactRateOf, toDurationAndPrice, toHoursAndRate } from './price.ts'
import { appointmentQuery, appointmentsKey, editAppointment } from './queries.ts'
import { useCustomerAddress } from './useCustomerAddress.ts'

function valuesOf(appointment: AppointmentDetails, business: Business | undefined) {
  const { hours, rate } = toHoursAndRate(appointment, Number(startValues('', business).rate))
  return {
    customerId: appointment.customerId as number | null,
    title: titleInForm(appointment.title, business),
    ...toDateAndTime(appointment.scheduledDate),
    arrival: arrivalOf(appointment),
    hours: String(hours),
    rate: String(rate),
    ...ofTexts((name) => appointment[name] ?? ''),
    assigneeIds: appointment.assigneeIds,
    status: appointment.status as string,
    actualPrice: appointment.actualPrice ?? '',
  }
}

type Values = z.infer<ReturnType<typeof editAppointmentForm>>

/** Only what was changed here is sent: hours, rate and title are shown rounded or replaced and must not come back so. */
function changesOf(values: Values, changes: Partial<Values>, stored: AppointmentDetails): AppointmentEdit {
  const { customerId, date, time, arrival, hours, rate, status, actualPrice, ...texts } = changes
  const { duration, estimatedPrice } = toDurationAndPrice(values.hours, exactRateOf(values.rate, stored))
  return {
    ...texts,
    customerId: customerId ?? undefined,
    status: appointmentStatuses.find((it) => it === status),
    scheduledDate: (date ?? time) === undefined ? undefined : (toTimestamp(values.date, values.time) ?? ''),
    ...(arrival !== undefined && arrivalFields(arrival)),
    ...((hours ?? rate) !== undefined && {
      duration,
      estimatedPrice: stored.estimatedPrice === undefined ? undefined : estimatedPrice,
    }),
    actualPrice: actualPrice === '' ? null : actualPrice,
  }
}

/** Values of a form as people read them; members are said by their names. */
const formatField =
  (team: Team | undefined) =>
  (name: string, value: unknown): string => {
    if (name === 'assigneeIds') return team?.crewText(value as number[]) ?? ''
    const text = String(value ?? '')
    if (name === 'status') return appointmentStatusLabels[text as AppointmentStatus] ?? text
    if (name === 'arrival') return arrivalLabel(text)
    if (name === 'date' && text) return formatDay(text)
    return name === 'rate' || name === 'actualPrice' ? formatTyped(text) : text
  }

/** `/appointments/{id}/edit`. */
export function EditAppointmentPage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(appointmentQuery(id))
  // whether its title is still offered
  const business = useQuery(businessQuery())
  if (!data) return <NotFound what="Appointment" />
  if (business.isPending) return <Skeleton height={480} />
  return <EditAppointment id={id} appointment={data.value} etag={data.etag} business={business.data} />
}

type EditAppointmentProps = {
  id: string
  appointment: AppointmentDetails
  etag: string
  business: Business | undefined
}

function EditAppointment({ id, appointment, etag, business }: EditAppointmentProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leadOn = usePageNavigate()
  const details = `/appointments/${id}`
  const defaults = valuesOf(appointment, business)
  const form = useForm(editAppointmentForm(defaults), {
    defaults,
    record: { etag, reload: () => queryClient.refetchQueries(appointmentQuery(id)) },
    send: (values, { changes, ifMatch }) =>
      editAppointment(id, changesOf(values, changes, appointment), ifMatch),
    refetch: [appointmentsKey],
    success: ({ value }) => {
      const description = 'Appointment has been updated successfully.'
      const isMoved =
        value.scheduledDate !== appointment.scheduledDate || arrivalOf(value) !== arrivalOf(appointment)
      if (!isMoved || !isOpen(value) || Date.parse(value.scheduledDate) < Date.now()) return description
      return {
        title: 'The customer was not notified.',
        description,
        action: {
          label: 'Text the new time',
          onSelect: () =>
            void navigate(`${details}?${newTimeParam}=new-time`, { replace: location.pathname === details }),
        },
      }
    },
    failure: 'Failed to update appointment. Please try again.',
    onDone: () => leadOn(details, { replace: true }),
  })
  const { cancel, pending } = useCancelAppointment(() => leadOn(details))
  const fillAddress = useCustomerAddress(form, defaults.address)
  const team = useTeam()
  const { may } = useRights()
  const status = form.watch('status')
  return (
    <FormPage
      form={form}
      title="Edit Appointment"
      back={{ to: details, label: 'Back to Appointment' }}
      cancelLabel="Back"
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      aside={<DayAgenda date={form.watch('date')} exceptId={id} />}
      labels={fieldLabels}
      format={formatField(team)}
      actions={
        appointment.status === 'scheduled' &&
        may('schedule.all.edit') && (
          <Button onClick={() => void cancel(appointment)} busy={pending}>
            Cancel Appointment
          </Button>
        )
      }
    >
      <CustomerAndServiceFields form={form} title={defaults.title} onCustomer={fillAddress} />
      <Field
        label={fieldLabels.status}
        required
        {...form.error('status')}
        hint={
          status === 'cancelled' &&
          appointment.status !== 'cancelled' &&
          'The customer will not be notified. To notify them, use Cancel Appointment.'
        }
      >
        <Select {...form.register('status')} options={statuses} />
      </Field>
      <DateTimeFields form={form} exceptId={id} />
      <Field
        label={fieldLabels.address}
        autoComplete="off"
        hint="Of this job only. Empty: the customer's address."
        {...form.field('address')}
      />
      {may('schedule.all.edit') && <CrewField form={form} />}
      <PriceFields form={form} stored={appointment} />
      {appointment.actualPrice !== undefined &&
        (status === 'completed' || appointment.actualPrice !== null) && (
          <Field
            label={fieldLabels.actualPrice}
            hint="What the job really cost. Changing it does not change an invoice."
            {...form.error('actualPrice')}
          >
            <MoneyField {...form.bind('actualPrice')} />
          </Field>
        )}
      <NotesFields form={form} />
    </FormPage>
  )
}
