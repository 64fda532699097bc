import { dayAt, useSession, Widget } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, type ButtonTone } from '@plumbline/ui'
import { Check, type LucideIcon, Play, Truck } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { depart, editAppointment } from '../appointments/queries.ts'
import { useIsInstalled } from '../useIsInstalled.ts'
import { contactLinks } from './contactLinks.ts'
import { editOutcome, type JobStep } from './jobSteps.ts'
import type { UndoEdit } from './undoEdit.ts'

const CompleteJobDialog = lazy(async () => ({
  default: (await import('./CompleteJobDialog.tsx')).CompleteJobDialog,
}))
const OnMyWayDialog = lazy(async () => ({ default: (await import('./OnMyWayDialog.tsx')).OnMyWayDialog }))
const OwnTextLink = lazy(async () => ({ default: (await import('./OwnTextLink.tsx')).OwnTextLink }))
const RunningLateDialog = lazy(async () => ({
  default: (await import('./RunningLateDialog.tsx')).RunningLateDialog,
}))
const TextCustomerDialog = lazy(async () => ({
  default: (await import('../texts/TextCustomerDialog.tsx')).TextCustomerDialog,
}))

type OpenDialog =
  | { step: 'announce' | 'complete' | 'invoice' | 'text'; appointment: Appointment }
  | { step: 'late'; minutes: number; appointment: Appointment }

/**
 * The steps of jobs, each from one button. `dialogs` has to be on the page, outside of what a step may take away, such as the
 * row of a job that is done.
 */
export function useJobSteps() {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const hasInvoices = useIsInstalled('billing', 'InvoiceJobDialog')
  const hasMessages = useIsInstalled('messaging', 'CustomerMessages')
  const { may } = useRights()
  const { data: user } = useSession()
  const mayStep = ({ assigneeIds }: Appointment) =>
    may('schedule.own.complete') && (may('schedule.all.edit') || assigneeIds.some((id) => id === user?.id))
  // whose customers have the text while the job does not show it: another press sends no second one
  const announced = useRef(new Set<number>())
  const departing = useAction(({ id }: Appointment) => depart(id), {
    ...editOutcome,
    failure:
      'The text was sent, but the job does not show that you are on the way. Please press ‘On my way’ again.',
    onDone: (_, { id }) => void announced.current.delete(id),
  })
  // a text about a job of a later day does not mean that its crew has left
  const setOut = (appointment: Appointment) => {
    if (dayAt(new Date(appointment.scheduledDate)) !== dayAt(new Date())) return
    announced.current.add(appointment.id)
    departing.run(appointment)
  }
  const start = useAction(
    ({ id, etag }: Appointment) => editAppointment(id, { status: 'in_progress' }, etag),
    {
      ...editOutcome,
      success: 'Job started.',
      undo: ({ etag }, { id }) => editAppointment(id, { status: 'scheduled' }, etag),
    },
  )
  const completeAtPrice = useAction(
    ({ id, etag, actualPrice, estimatedPrice }: Appointment) =>
      editAppointment(id, { status: 'completed', actualPrice: actualPrice ?? estimatedPrice }, etag),
    // the dialog of the invoice says what happened
    { ...editOutcome, onDone: (_, appointment) => setOpen({ step: 'invoice', appointment }) },
  )
  // of this component, because the dialog is closed when it is undone
  const undoComplete = useAction(({ id, etag, change }: UndoEdit) => editAppointment(id, change, etag), {
    ...editOutcome,
    success: () => ({ title: 'Undone', description: 'The job is in progress again.' }),
  })
  const close = () => setOpen(null)
  return {
    /** Whether the member may take the steps of this job, and write its notes. */
    mayStep,
    run: (step: JobStep, appointment: Appointment) => {
      if (step === 'start') start.run(appointment)
      else if (step === 'announce' && announced.current.has(appointment.id)) setOut(appointment)
      else setOpen({ step, appointment })
    },
    /** Absent where invoices are not installed. */
    invoice: hasInvoices
      ? (appointment: Appointment) => setOpen({ step: 'invoice', appointment })
      : undefined,
    /** Absent where messages are not installed or may not be written, as is what says that it gets late. */
    text: hasMessages ? (appointment: Appointment) => setOpen({ step: 'text', appointment }) : undefined,
    delay: hasMessages
      ? (minutes: number, appointment: Appointment) => setOpen({ step: 'late', minutes, appointment })
      : undefined,
    /** The customer learned it by other means. */
    setOut,
    /** Completes at the price that was expected and goes on with the invoice; absent where there is no price, or no invoice. */
    completeAndInvoice: (appointment: Appointment) => {
      const { actualPrice, estimatedPrice } = appointment
      const hasPrice = (actualPrice ?? estimatedPrice ?? null) !== null
      return hasInvoices && hasPrice && mayStep(appointment) ? completeAtPrice : undefined
    },
    isStarting: ({ id }: Appointment) => start.input?.id === id,
    isCompleting: open?.step === 'complete' || open?.step === 'invoice',
    dialogs: (
      <Suspense>
        {open?.step === 'announce' && (
          <OnMyWayDialog
            appointment={open.appointment}
            onSent={() => setOut(open.appointment)}
            onClose={close}
          />
        )}
        {open?.step === 'late' && (
          <RunningLateDialog appointment={open.appointment} minutes={open.minutes} onClose={close} />
        )}
        {open?.step === 'text' && (
          <TextCustomerDialog
            title="Text the customer"
            customerId={open.appointment.customerId}
            compose={() => ''}
            onClose={close}
          />
        )}
        {open?.step === 'complete' && (
          <CompleteJobDialog
            appointment={open.appointment}
            onClose={close}
            onUndo={undoComplete.run}
            onInvoice={hasInvoices ? () => setOpen({ ...open, step: 'invoice' }) : undefined}
          />
        )}
        {open?.step === 'invoice' && (
          <Widget
            remote="billing"
            name="InvoiceJobDialog"
            height={0}
            props={{ appointmentId: open.appointment.id, onClose: close }}
          />
        )}
      </Suspense>
    ),
  }
}

const steps: Record<JobStep, { label: string; icon: LucideIcon }> = {
  announce: { label: 'On my way', icon: Truck },
  start: { label: 'Start job', icon: Play },
  complete: { label: 'Complete job', icon: Check },
}

type StepButtonProps = {
  step: JobStep
  appointment: Appointment
  job: ReturnType<typeof useJobSteps>
  tone?: ButtonTone
  /** What the job is called where there are several. */
  of?: string
}

/** Nothing for who may not take the steps of this job. */
export function StepButton({ step, appointment, job, tone = 'primary', of }: StepButtonProps) {
  if (!job.mayStep(appointment)) return null
  if (step === 'announce' && !job.text) {
    const { call } = contactLinks(appointment)
    if (!call) return <StepButton {...{ step: 'start', appointment, job, tone, of }} />
    return (
      <Suspense>
        <OwnTextLink phone={call} tone={tone} of={of} onPress={() => job.setOut(appointment)} />
      </Suspense>
    )
  }
  const { label, icon: Icon } = steps[step]
  return (
    <Button
      tone={tone}
      busy={step === 'start' && job.isStarting(appointment)}
      onClick={() => job.run(step, appointment)}
      aria-label={of && `${label}: ${of}`}
      data-step
    >
      <Icon size={16} aria-hidden />
      {label}
    </Button>
  )
}
