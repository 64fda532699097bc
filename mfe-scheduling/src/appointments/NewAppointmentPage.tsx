import { dayAt } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import { FormPage, useForm } from '@plumbline/contract/form'
import type { Lead } from '@plumbline/crm/api'
import { Field, Skeleton } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  CrewField,
  CustomerAndServiceFields,
  DateTimeFields,
  NotesFields,
  PriceFields,
} from './AppointmentFields.tsx'
import { toTimestamp } from './appointment.ts'
import { NewAppointmentForm } from './appointmentForm.ts'
import { arrivalFields } from './arrival.ts'
import { businessQuery } from './businessQuery.ts'
import { customerQuery, leadQuery } from './crmQueries.ts'
import { DayAgenda } from './DayAgenda.tsx'
import { startValues, titleOfLead } from './offer.ts'
import { toDurationAndPrice } from './price.ts'
import { appointmentsKey, scheduleAppointment } from './queries.ts'
import { useCustomerAddress } from './useCustomerAddress.ts'
import { useStartValues } from './useStartValues.ts'

/** What the page opens with, from its URL. */
function usePreset() {
  const [params] = useSearchParams()
  const idIn = (name: string) => {
    const id = params.get(name)
    return id !== null && /^[1-9]\d{0,8}$/.test(id) ? id : null
  }
  return {
    customerId: idIn('customerId'),
    leadId: idIn('leadId'),
    date: params.get('date') ?? '',
    time: params.get('time') ?? '',
    assigneeId: idIn('assignee'),
  }
}

/** `/appointments/new`; another customer or time in the address is another form. */
export function NewAppointmentPage() {
  const [params] = useSearchParams()
  const { leadId } = usePreset()
  // what a lead wrote stays out of URLs, which end up in histories and logs
  const lead = useQuery({ ...leadQuery(leadId ?? ''), enabled: leadId !== null })
  if (leadId !== null && lead.isPending) return <Skeleton height={480} />
  return <NewAppointment key={params.toString()} lead={lead.data ?? null} />
}

function NewAppointment({ lead }: { lead: Lead | null }) {
  const navigate = usePageNavigate()
  const { customerId: presetId, date, time, assigneeId } = usePreset()
  const preset = useQuery({ ...customerQuery(presetId ?? ''), enabled: presetId !== null })
  const back = presetId && preset.data !== null ? `/customers/${presetId}/appointments` : '/scheduler'
  const { data: business } = useQuery(businessQuery())
  const title = titleOfLead(lead?.serviceNeeded ?? null, business) ?? ''
  const form = useForm(NewAppointmentForm, {
    defaults: {
      customerId: presetId ? Number(presetId) : null,
      title,
      date,
      time,
      arrival: '0',
      address: '',
      ...startValues(title, business),
      description: lead?.projectDescription ?? '',
      notes: '',
      assigneeIds: assigneeId ? [Number(assigneeId)] : [],
    },
    send: ({ customerId, date, time, arrival, hours, rate, assigneeIds, ...values }, { key }) =>
      scheduleAppointment(
        {
          ...values,
          customerId: customerId as number,
          scheduledDate: toTimestamp(date, time) ?? '',
          ...(arrival !== '0' && arrivalFields(arrival)),
          ...toDurationAndPrice(hours, rate),
          ...(assigneeIds.length > 0 && { assigneeIds }),
          status: 'scheduled',
        },
        key,
      ),
    refetch: [appointmentsKey],
    success: 'Appointment scheduled successfully',
    failure: 'Failed to schedule appointment',
    onDone: () => navigate(back, { replace: true }),
  })

  const customerId = form.watch('customerId')
  const customer = useQuery({ ...customerQuery(String(customerId)), enabled: customerId !== null })
  const fillAddress = useCustomerAddress(form)
  const startService = useStartValues(form, business, lead?.serviceNeeded ?? null)
  const fillPresetAddress = useEffectEvent(() => fillAddress(customerId, true))
  useEffect(() => fillPresetAddress(), [])
  return (
    <FormPage
      form={form}
      title="New Appointment"
      back={{ to: back, label: back === '/scheduler' ? 'Back to Scheduler' : 'Back to Appointments' }}
      submitLabel="Schedule Appointment"
      pendingLabel="Scheduling..."
      aside={<DayAgenda date={form.watch('date')} />}
    >
      <CustomerAndServiceFields form={form} onCustomer={(id) => fillAddress(id)} onService={startService} />
      <DateTimeFields form={form} minDate={dayAt(new Date())} />
      <Field
        label="Address"
        autoComplete="off"
        required
        {...form.field('address')}
        hint={customer.data?.address && `Customer's address: ${customer.data.address}`}
      />
      <CrewField form={form} />
      <PriceFields form={form} />
      <NotesFields form={form} />
    </FormPage>
  )
}
