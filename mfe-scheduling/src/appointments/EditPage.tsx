import { formatDay, formatMoney, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import type { AppointmentDetails, AppointmentEdit } from '@plumbline/scheduling/api'
import { appointmentStatuses } from '@plumbline/scheduling/api'
import {
  Button,
  buttonStyle,
  Card,
  ConflictNotice,
  Field,
  FormActions,
  MoneyField,
  PageHeader,
  Select,
} from '@plumbline/ui'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import { fieldsOf, momentOf, priced, ratedOf, statuses } from './appointment.ts'
import { type Form, fieldLabels, grid, Price, When, WhoAndWhat, Words } from './Fields.tsx'
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
    actualPrice: appointment.actualPrice ?? '',
  }
}
type Values = ReturnType<typeof valuesOf>

/** What the server is told: only what was changed here, so that nothing moves that nobody moved. */
function changesOf(values: z.infer<typeof EditForm>, changed: Partial<Values>): AppointmentEdit {
  const { customerId, title, description, notes } = changed
  const isMoved = changed.date !== undefined || changed.time !== undefined
  // the rate is shown rounded: what nobody touched must not come back as another price
  const isRepriced = changed.hours !== undefined || changed.rate !== undefined
  return {
    ...(customerId && { customerId }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(notes !== undefined && { notes }),
    ...(isMoved && { scheduledDate: momentOf(values.date, values.time) ?? '' }),
    ...(isRepriced && priced(values.hours, values.rate)),
    ...(changed.status !== undefined && {
      status: appointmentStatuses.find((it) => it === values.status),
    }),
    ...(changed.actualPrice !== undefined && { actualPrice: values.actualPrice || null }),
  }
}

/** A value as people read it. */
function formatField(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (name === 'status') return statuses.find((it) => it.value === text)?.label ?? text
  if (name === 'date' && text) return formatDay(text)
  return name === 'rate' || (name === 'actualPrice' && text) ? formatMoney(text) : text
}

/** `/appointments/{id}/edit`. */
export function EditPage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(appointmentQuery(id))
  return data ? <Edit id={id} appointment={data.value} etag={data.etag} /> : <NotFound what="Appointment" />
}

type EditProps = { id: string; appointment: AppointmentDetails; etag: string }

function Edit({ id, appointment, etag }: EditProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const details = `/appointments/${id}`
  const form = useForm(EditForm, {
    defaults: valuesOf(appointment),
    record: { etag, reload: () => queryClient.refetchQueries(appointmentQuery(id)) },
    send: (values, { changes, ifMatch }) => edit(id, changesOf(values, changes as Partial<Values>), ifMatch),
    onDone: async () => {
      await refresh(queryClient)
      toast({ title: 'Success!', description: 'Appointment has been updated successfully.' })
      await navigate(details, { replace: true })
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to update appointment. Please try again.',
        tone: 'destructive',
      }),
  })
  const { cancel, cancelling } = useCancel(() => void navigate(details))
  const shown = form as unknown as Form
  const isCancelling = form.watch('status') === 'cancelled' && appointment.status !== 'cancelled'
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
          <ConflictNotice form={form} labels={fieldLabels} format={formatField} />
          <WhoAndWhat form={shown} />
          <Field
            label="Status"
            required
            {...form.error('status')}
            hint={
              isCancelling && 'The customer will not be notified. To notify them, use Cancel Appointment.'
            }
          >
            <Select {...form.register('status')} options={statuses} />
          </Field>
          <When form={shown} exceptId={id} />
          <Price form={shown} />
          {(form.watch('status') === 'completed' || appointment.actualPrice !== null) && (
            <Field
              label="Actual price"
              hint="What the job really cost. Changing it does not change an invoice."
              {...form.error('actualPrice')}
            >
              <MoneyField {...form.bind('actualPrice')} />
            </Field>
          )}
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
