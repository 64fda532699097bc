import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { type Appointment, appointmentFields, textOf } from '@plumbline/scheduling/api'
import { Field, Textarea } from '@plumbline/ui'
import * as z from 'zod/mini'
import { appointmentRecordQuery, editAppointment } from '../appointments/queries.ts'
import { editOutcome } from './jobSteps.ts'

const NoteForm = /* @__PURE__ */ z.object({ notes: textOf('notes') })

type NoteDialogProps = {
  /** As it was shown when the button was pressed. */
  appointment: Appointment
  onClose: () => void
}

/** The internal notes of a job, for who does it. */
export const NoteDialog = ({ appointment: shown, onClose }: NoteDialogProps) => (
  <RecordDialog
    query={appointmentRecordQuery(shown)}
    title="Note"
    failure="The appointment could not be loaded"
    onClose={onClose}
  >
    {(appointment, record) => <NoteFormDialog {...{ appointment, record, onClose }} />}
  </RecordDialog>
)

function NoteFormDialog({ appointment, record, onClose }: NoteDialogProps & { record: StoredRecord }) {
  const form = useForm(NoteForm, {
    ...editOutcome,
    defaults: { notes: appointment.notes ?? '' },
    record,
    send: ({ notes }, { ifMatch }) => editAppointment(appointment.id, { notes }, ifMatch),
    success: 'Note saved.',
    onDone: onClose,
  })
  return (
    <FormDialog form={form} submitLabel="Save note" title="Note" labels={{ notes: 'Note' }} onClose={onClose}>
      <Field label="Note" hint="Only you and your staff see this." {...form.error('notes')}>
        <Textarea data-autofocus limit={appointmentFields.notes.maxLength} {...form.register('notes')} />
      </Field>
    </FormDialog>
  )
}
