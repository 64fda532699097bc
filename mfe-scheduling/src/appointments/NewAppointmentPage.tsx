import { dayAt } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import { FormPage, useForm } from '@plumbline/contract/form'
import type { Lead } from '@plumbline/crm/api'
import { appointmentLabels, ofTexts } from '@plumbline/scheduling/api'
import { ErrorState, Field, Skeleton } from '@plumbline/ui'
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
import { type QuotedWork, quoteQuery, workOf } from './quote.ts'
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
    quoteId: idIn('quoteId'),
    date: params.get('date') ?? '',
    time: params.get('time') ?? '',
    assigneeId: idIn('assignee'),
  }
}

/** `/appointments/new`; another customer or time in the address is another form. */
export function NewAppointmentPage() {
  const [params] = useSearchParams()
  const { leadId: presetLeadId, quoteId } = usePreset()
  const quote = useQuery({ ...quoteQuery(quoteId ?? ''), enabled: quoteId !== null })
  const work = quote.data ? workOf(quote.data) : null
  const leadId = presetLeadId ?? (work?.leadId ? String(work.leadId) : null)
  // what a lead wrote stays out of URLs, which end up in histories and logs
  const lead = useQuery({ ...leadQuery(leadId ?? ''), enabled: leadId !== null })
  const failed = [quote, lead].find(({ isLoadingError }) => isLoadingError)
  // without its quote the job would be one like any other
  if (failed)
    return (
      <ErrorState
        title={`The ${failed === quote ? 'quote' : 'request'} could not be loaded`}
        onRetry={() => void failed.refetch()}
      />
    )
  if ((quoteId !== null && quote.isPending) || (leadId !== null && lead.isPending))
    return <Skeleton height={480} />
  return <NewAppointment key={params.toString()} lead={lead.data ?? null} work={work} />
}

/** The job of a quote; with another customer it is an ordinary one. */
function NewAppointment({ lead, work }: { lead: Lead | null; work: QuotedWork | null }) {
  const navigate = usePageNavigate()
  const { customerId: presetId, date, time, assigneeId } = usePreset()
  const preset = useQuery({ ...customerQuery(presetId ?? ''), enabled: presetId !== null })
  const back = backFrom(work, presetId && preset.data !== null ? presetId : null)
  const { data: business } = useQuery(businessQuery())
  const quotedFor = presetId ? Number(presetId) : work?.customerId
  const workFor = (customerId: number | null) => (customerId === quotedFor ? work : null)
  const title = titleOfLead(lead?.serviceNeeded ?? null, business) ?? ''
  const form = useForm(NewAppointmentForm, {
    defaults: {
      customerId: presetId ? Number(presetId) : null,
      title,
      date,
      time,
      arrival: '0',
      ...startValues(title, business),
      ...ofTexts(() => ''),
      description: work?.description ?? lead?.projectDescription ?? '',
      assigneeIds: assigneeId ? [Number(assigneeId)] : [],
    },
    send: ({ customerId, date, time, arrival, hours, rate, assigneeIds, ...values }, { key }) => {
      const quoted = workFor(customerId)
      return scheduleAppointment(
        {
          ...values,
          customerId: customerId as number,
          scheduledDate: toTimestamp(date, time) ?? '',
          ...(arrival !== '0' && arrivalFields(arrival)),
          ...toDurationAndPrice(hours, rate),
          ...(quoted && { estimatedPrice: quoted.price, quoteId: quoted.id }),
          assigneeIds: assigneeIds.length > 0 ? assigneeIds : undefined,
          status: 'scheduled',
        },
        key,
      )
    },
    refetch: work ? [appointmentsKey, ['quotes']] : [appointmentsKey],
    success: 'Appointment scheduled successfully',
    failure: 'Failed to schedule appointment',
    onDone: () => navigate(back.to, { replace: true }),
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
      back={back}
      submitLabel="Schedule Appointment"
      pendingLabel="Scheduling..."
      aside={<DayAgenda date={form.watch('date')} />}
    >
      <CustomerAndServiceFields form={form} onCustomer={(id) => fillAddress(id)} onService={startService} />
      <DateTimeFields form={form} minDate={dayAt(new Date())} />
      <Field
        label={appointmentLabels.address}
        autoComplete="off"
        required
        {...form.field('address')}
        hint={customer.data?.address && `Customer's address: ${customer.data.address}`}
      />
      <CrewField form={form} />
      <PriceFields form={form} work={workFor(customerId)} />
      <NotesFields form={form} />
    </FormPage>
  )
}

function backFrom(work: QuotedWork | null, customerId: string | null): { to: string; label: string } {
  if (work) return { to: `/quotes/${work.id}`, label: 'Back to Quote' }
  if (customerId === null) return { to: '/scheduler', label: 'Back to Scheduler' }
  return { to: `/customers/${customerId}/appointments`, label: 'Back to Appointments' }
}
