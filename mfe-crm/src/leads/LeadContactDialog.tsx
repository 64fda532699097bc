import { call } from '@plumbline/contract'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { changeLead, type Lead, LeadForm, leadLabels } from '@plumbline/crm/api'
import { emptyToNull } from '../customers/customerForm.ts'
import { serviceLabel, useEstimateOptions } from './estimateOptions.ts'
import { LeadFields } from './LeadFields.tsx'
import { leadsKey } from './lead.ts'
import { leadRecordQuery } from './queries.ts'

type LeadContactDialogProps = { lead: Lead; onClose: () => void }

/** Who asks for what, as it should have been written. */
export const LeadContactDialog = ({ lead, onClose }: LeadContactDialogProps) => (
  <RecordDialog
    query={leadRecordQuery(lead.id)}
    title="Edit Contact"
    failure="The lead could not be loaded"
    onClose={onClose}
  >
    {(current, record) => <ContactForm lead={current} record={record} onClose={onClose} />}
  </RecordDialog>
)

function ContactForm({ lead, record, onClose }: LeadContactDialogProps & { record: StoredRecord }) {
  const { firstName, lastName, email, phone, serviceNeeded, projectDescription } = lead
  const options = useEstimateOptions()
  const form = useForm(LeadForm, {
    defaults: {
      ...{ firstName, lastName, email, phone },
      serviceNeeded: serviceNeeded ?? '',
      projectDescription: projectDescription ?? '',
    },
    record,
    send: (_, { changes, ifMatch }) =>
      call(changeLead, { params: { id: lead.id }, body: emptyToNull(changes), ifMatch }),
    refetch: [leadsKey],
    success: 'Lead has been updated.',
    failure: 'Failed to save lead. Please try again.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Edit Contact"
      submitLabel="Save"
      labels={leadLabels}
      format={(name, value) =>
        name === 'serviceNeeded'
          ? serviceLabel({ serviceNeeded: String(value ?? '') || null }, options)
          : String(value)
      }
    >
      <LeadFields field={form.field} service={serviceNeeded} />
    </FormDialog>
  )
}
