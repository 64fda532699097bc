import { ApiError, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { appointmentStatuses } from '@plumbline/scheduling/api'
import { Button, buttonStyle, Card, Field, FormActions, PageHeader, Select } from '@plumbline/ui'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { fieldsOf, momentOf, priced, ratedOf, statuses } from './appointment.ts'
import { errorOf, type Form, grid, Price, When, WhoAndWhat, Words } from './Fields.tsx'
import { EditForm, knownTitle } from './form.ts'
import { NotFound } from './NotFound.tsx'
import { appointmentQuery, edit, refresh } from './queries.ts'
import { useCancel } from './useCancel.ts'

const valuesOf = (appointment: AppointmentDetails) => {
  const { hours, rate } = ratedOf(appointment)
  return {
    customerId: appointment.customerId as number | null,
    title: knownTitle(appointment.title),
    ...fieldsOf(appointment.scheduledDate),
    hours: String(hours),
    rate: String(rate),
    description: appointment.description ?? '',
    notes: appointment.notes ?? '',
    status: appointment.status as string,
  }
}

/** `/appointments/{id}/edit`. */
export function EditPage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(appointmentQuery(id))
  return data ? <Edit id={id} appointment={data.value} etag={data.etag} /> : <NotFound what="Appointment" />
}

function Edit({ id, appointment, etag }: { id: string; appointment: AppointmentDetails; etag: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const details = `/appointments/${id}`
  // the version whose values are in the form: news from others must not make it look fresh
  const [seen, setSeen] = useState({ etag, before: valuesOf(appointment) })
  const { before } = seen
  const form = useForm(EditForm, {
    defaults: before,
    send: ({ customerId, title, date, time, hours, rate, description, notes, status }) =>
      edit(
        id,
        {
          customerId: customerId as number,
          title,
          description,
          notes,
          scheduledDate: momentOf(date, time) ?? '',
          // the rate is shown rounded: what nobody touched must not come back as another price
          ...((hours !== Number(before.hours) || rate !== Number(before.rate)) && priced(hours, rate)),
          status: appointmentStatuses.find((it) => it === status),
        },
        seen.etag,
      ),
    onDone: async () => {
      await refresh(queryClient)
      toast({ title: 'Success!', description: 'Appointment has been updated successfully.' })
      await navigate(details)
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.status === 412) void takeTheirs()
      toast({
        title: 'Error',
        description: error.message || 'Failed to update appointment. Please try again.',
        tone: 'destructive',
      })
    },
  })
  /** Somebody else saved meanwhile: what they changed is shown, what was typed here stays. */
  const takeTheirs = async () => {
    const theirs = await queryClient.fetchQuery({ ...appointmentQuery(id), staleTime: 0 })
    if (!theirs) return
    setSeen({ etag: theirs.etag, before: valuesOf(theirs.value) })
    form.reset(valuesOf(theirs.value), { keepDirtyValues: true })
  }
  const { cancel, cancelling } = useCancel(() => void navigate(details))
  const shown = form as unknown as Form
  return (
    <>
      <title>Edit Appointment</title>
      <PageHeader
        title="Edit Appointment"
        back={<Link to={details}>Back</Link>}
        actions={
          appointment.status === 'scheduled' && (
            <Button onClick={() => void cancel(appointment)} busy={cancelling}>
              Cancel Appointment
            </Button>
          )
        }
      />
      <Card css={{ maxWidth: 760 }}>
        <form css={grid} aria-label="Edit Appointment" {...form.props}>
          <WhoAndWhat form={shown} />
          <Field label="Status" required {...errorOf(shown, 'status')}>
            <Select {...form.register('status')} options={statuses} />
          </Field>
          <When form={shown} exceptId={id} />
          <Price form={shown} />
          <Words form={shown} />
          <FormActions action="Save Changes" pendingAction="Saving..." pending={form.pending}>
            <Link to={details} css={buttonStyle()}>
              Back
            </Link>
          </FormActions>
        </form>
      </Card>
    </>
  )
}
