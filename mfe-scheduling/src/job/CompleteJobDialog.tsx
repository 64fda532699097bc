import { OptionalMoney } from '@plumbline/billing/api'
import type { Notice } from '@plumbline/contract/action'
import { FormDialog, useForm } from '@plumbline/contract/form'
import type { Appointment, AppointmentEdit } from '@plumbline/scheduling/api'
import { Field, MoneyField } from '@plumbline/ui'
import { useState } from 'react'
import * as z from 'zod/mini'
import { editAppointment } from '../appointments/queries.ts'
import { editOutcome } from './jobSteps.ts'

const CompleteForm = /* @__PURE__ */ z.object({ actualPrice: OptionalMoney })

type CompleteJobDialogProps = {
  appointment: Appointment
  onClose: () => void
  onUndo: (change: AppointmentEdit) => void
  /** Goes on with the invoice; absent where invoices are not installed. */
  onInvoice?: (() => void) | undefined
}

/** Completes a job with the actual price. */
export function CompleteJobDialog({ appointment, onClose, onUndo, onInvoice }: CompleteJobDialogProps) {
  const [{ actualPrice: previousPrice, estimatedPrice }] = useState(appointment)
  const form = useForm(CompleteForm, {
    ...editOutcome,
    defaults: { actualPrice: previousPrice ?? estimatedPrice ?? '' },
    send: async ({ actualPrice }, { intent }) => {
      await editAppointment(appointment.id, { status: 'completed', actualPrice: actualPrice || null })
      return { isInvoiced: intent === 'invoice' }
    },
    // the dialog of the invoice says what happened
    success: ({ isInvoiced }): Notice | null =>
      isInvoiced
        ? null
        : {
            description: editOutcome.success,
            action: {
              label: 'Undo',
              onSelect: () => onUndo({ status: 'in_progress', actualPrice: previousPrice }),
            },
          },
    onDone: ({ isInvoiced }) => (isInvoiced ? onInvoice?.() : onClose()),
  })
  return (
    <FormDialog
      form={form}
      submitLabel="Complete job"
      alternative={onInvoice && { label: 'Complete & invoice', intent: 'invoice' }}
      title="Complete job"
      onClose={onClose}
    >
      <Field label="Actual price" hint="This amount goes on the invoice." {...form.error('actualPrice')}>
        <MoneyField data-autofocus {...form.bind('actualPrice')} />
      </Field>
    </FormDialog>
  )
}
