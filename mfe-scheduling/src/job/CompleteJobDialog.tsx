import { OptionalAmount } from '@plumbline/billing/api'
import type { Notice } from '@plumbline/contract/action'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { type Appointment, appointmentLabels, appointmentStatusLabels } from '@plumbline/scheduling/api'
import { Button, Dialog, Field, MoneyField } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { appointmentRecordQuery, appointmentsKey, editAppointment } from '../appointments/queries.ts'
import { editOutcome } from './jobSteps.ts'
import type { UndoEdit } from './undoEdit.ts'

const CompleteForm = /* @__PURE__ */ z.object({ actualPrice: OptionalAmount })

type CompleteJobDialogProps = {
  /** As it was shown when the button was pressed. */
  appointment: Appointment
  onClose: () => void
  onUndo: (edit: UndoEdit) => void
  /** Goes on with the invoice; absent where invoices are not installed. */
  onInvoice?: (() => void) | undefined
}

/** Completes a job with the actual price. */
export const CompleteJobDialog = ({ appointment: shown, ...rest }: CompleteJobDialogProps) => (
  <RecordDialog
    query={appointmentRecordQuery(shown)}
    title="Complete job"
    failure="The appointment could not be loaded"
    onClose={rest.onClose}
  >
    {(appointment, record) => <CompleteFormDialog appointment={appointment} record={record} {...rest} />}
  </RecordDialog>
)

type CompleteFormDialogProps = CompleteJobDialogProps & { record: StoredRecord }

function CompleteFormDialog({ appointment, record, onClose, onUndo, onInvoice }: CompleteFormDialogProps) {
  const { id, status, actualPrice: previousPrice, estimatedPrice } = appointment
  // absent for who may not see prices
  const seesPrice = previousPrice !== undefined
  const form = useForm(CompleteForm, {
    ...editOutcome,
    defaults: { actualPrice: previousPrice ?? estimatedPrice ?? '' },
    record,
    send: async ({ actualPrice }, { intent, ifMatch }) => {
      const change = {
        status: 'completed',
        actualPrice: seesPrice ? actualPrice || null : undefined,
      } as const
      const { etag } = await editAppointment(id, change, ifMatch)
      return { isInvoiced: intent === 'invoice', etag }
    },
    // the dialog of the invoice says what happened
    success: ({ isInvoiced, etag }): Notice | null =>
      isInvoiced
        ? null
        : {
            description: 'Job completed.',
            action: {
              label: 'Undo',
              onSelect: () =>
                onUndo({ id, etag, change: { status: 'in_progress', actualPrice: previousPrice } }),
            },
          },
    onDone: ({ isInvoiced }) => (isInvoiced ? onInvoice?.() : onClose()),
  })
  // its own completion is reported before it is answered
  const isOutdated = status !== 'in_progress' && !form.pending
  const queryClient = useQueryClient()
  // the page behind it got no news either
  useEffect(() => {
    if (isOutdated) void queryClient.invalidateQueries({ queryKey: appointmentsKey })
  }, [isOutdated, queryClient])
  if (isOutdated)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Complete job"
        footer={
          <Button tone="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p role="status">
          Someone else changed this job meanwhile. Its status is {appointmentStatusLabels[status] ?? status}.
        </p>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      submitLabel="Complete job"
      alternative={onInvoice && { label: 'Complete & invoice', intent: 'invoice' }}
      title="Complete job"
      labels={appointmentLabels}
      onClose={onClose}
    >
      {seesPrice ? (
        <Field
          label={appointmentLabels.actualPrice}
          hint="This amount goes on the invoice."
          {...form.error('actualPrice')}
        >
          <MoneyField data-autofocus {...form.bind('actualPrice')} />
        </Field>
      ) : (
        <p>Is all the work done?</p>
      )}
    </FormDialog>
  )
}
