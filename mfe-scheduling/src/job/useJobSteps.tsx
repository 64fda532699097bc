import { Widget } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import type { Appointment, AppointmentEdit } from '@plumbline/scheduling/api'
import { Button, type ButtonTone } from '@plumbline/ui'
import { Check, type LucideIcon, Play, Truck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { editAppointment } from '../appointments/queries.ts'
import { useIsInstalled } from '../useIsInstalled.ts'
import { editOutcome, type JobStep } from './jobSteps.ts'

const CompleteJobDialog = lazy(async () => ({
  default: (await import('./CompleteJobDialog.tsx')).CompleteJobDialog,
}))
const OnMyWayDialog = lazy(async () => ({ default: (await import('./OnMyWayDialog.tsx')).OnMyWayDialog }))

/** The steps of a job, each from one button; `dialogs` has to be on the page. */
export function useJobSteps(appointment: Appointment) {
  const [dialog, setDialog] = useState<'announce' | 'complete' | 'invoice' | null>(null)
  const hasInvoices = useIsInstalled('billing', 'InvoiceJobDialog')
  const edit = (change: AppointmentEdit) => editAppointment(appointment.id, change)
  const start = useAction(() => edit({ status: 'in_progress' }), {
    ...editOutcome,
    undo: () => edit({ status: 'scheduled' }),
  })
  // of this component, because the dialog is closed when it is undone
  const undoComplete = useAction(edit, {
    ...editOutcome,
    success: () => ({ title: 'Undone', description: 'The job is in progress again.' }),
  })
  const close = () => setDialog(null)
  return {
    run: (step: JobStep) => (step === 'start' ? start.run() : setDialog(step)),
    isStarting: start.pending,
    isCompleting: dialog === 'complete' || dialog === 'invoice',
    dialogs: (
      <Suspense>
        {dialog === 'announce' && <OnMyWayDialog appointment={appointment} onClose={close} />}
        {dialog === 'complete' && (
          <CompleteJobDialog
            appointment={appointment}
            onClose={close}
            onUndo={undoComplete.run}
            onInvoice={hasInvoices ? () => setDialog('invoice') : undefined}
          />
        )}
        {dialog === 'invoice' && (
          <Widget
            remote="billing"
            name="InvoiceJobDialog"
            height={0}
            props={{ appointmentId: appointment.id, onClose: close }}
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
  job: ReturnType<typeof useJobSteps>
  tone?: ButtonTone
  /** What the job is called where there are several. */
  of?: string
}

export function StepButton({ step, job, tone = 'primary', of }: StepButtonProps) {
  const { label, icon: Icon } = steps[step]
  return (
    <Button
      tone={tone}
      busy={step === 'start' && job.isStarting}
      onClick={() => job.run(step)}
      aria-label={of && `${label}: ${of}`}
    >
      <Icon size={16} aria-hidden />
      {label}
    </Button>
  )
}
