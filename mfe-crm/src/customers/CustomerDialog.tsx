import { call, toast } from '@plumbline/contract'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import {
  type Customer,
  CustomerForm,
  changeCustomer,
  createCustomer,
  customerLabels,
  customerStatuses,
  knownCustomerForm,
  leadSources,
  nextCustomerStatuses,
} from '@plumbline/crm/api'
import { Field, FieldRow, Select } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CustomerFields } from './CustomerFields.tsx'
import { formatField, sourceLabels } from './customer.ts'
import { contactIn, emptyToNull, formOf } from './customerForm.ts'
import { offerToMoveJobs } from './offerToMoveJobs.ts'
import { customerRecordQuery, customersKey } from './queries.ts'

type CustomerDialogProps = {
  /** The customer to edit; without one, a customer is added. */
  customer?: Customer | undefined
  /** What a customer who is added is called, as far as it is known: a name or a phone number. */
  name?: string
  onAdded?: (customer: Customer) => void
  onClose: () => void
}

/** 'Add New Customer', and the same form to edit one. */
export const CustomerDialog = ({ customer, onClose, ...added }: CustomerDialogProps) =>
  customer ? (
    <RecordDialog
      query={customerRecordQuery(customer.id)}
      title="Edit Customer"
      failure="The customer could not be loaded"
      onClose={onClose}
    >
      {(current, record) => <CustomerFormDialog customer={current} record={record} onClose={onClose} />}
    </RecordDialog>
  ) : (
    <CustomerFormDialog {...added} onClose={onClose} />
  )

/** Where the customer is and may go from there. */
const statusesFor = (customer?: Customer): readonly string[] =>
  customerStatuses.filter(
    (it) => !customer || it === customer.status || nextCustomerStatuses[customer.status]?.includes(it),
  )

/** With the customer's own, which an import may have brought along. */
const sourcesFor = (customer?: Customer): readonly string[] => [
  ...new Set([...leadSources, ...(customer ? [customer.source] : [])]),
]

type CustomerFormDialogProps = CustomerDialogProps & { record?: StoredRecord }

function CustomerFormDialog({ customer, record, name = '', onAdded, onClose }: CustomerFormDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm(customer ? knownCustomerForm(customer) : CustomerForm, {
    defaults: { ...formOf(customer), ...contactIn(name) },
    record,
    send: (values, { key, changes, ifMatch }) =>
      customer
        ? call(changeCustomer, { params: { id: customer.id }, body: emptyToNull(changes), ifMatch })
        : call(createCustomer, { body: values, idempotencyKey: key }),
    refetch: [customersKey],
    success: customer ? 'Customer has been updated.' : 'Customer has been added successfully.',
    failure: `Failed to ${customer ? 'save' : 'add'} customer. Please try again.`,
    onDone: (answer) => {
      onAdded?.(answer)
      onClose()
      const [from, to] = [customer?.address, answer.address]
      if (from && to && from !== to)
        offerToMoveJobs({ customerId: answer.id, from, to, queryClient }).catch(warnOfJobs)
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={customer ? 'Edit Customer' : 'Add New Customer'}
      submitLabel={customer ? 'Save' : 'Add Customer'}
      labels={customerLabels}
      format={formatField}
    >
      <CustomerFields
        field={form.field}
        phone={form.watch('phone')}
        email={form.watch('email')}
        exceptId={customer?.id}
      >
        <FieldRow>
          <Field label={customerLabels.status} {...form.error('status')}>
            <Select
              {...form.register('status')}
              options={statusesFor(customer).map((value) => ({ value, label: formatField('status', value) }))}
            />
          </Field>
          <Field label={customerLabels.source} {...form.error('source')}>
            <Select
              {...form.register('source')}
              options={sourcesFor(customer).map((value) => ({ value, label: sourceLabels[value] ?? value }))}
            />
          </Field>
        </FieldRow>
      </CustomerFields>
    </FormDialog>
  )
}

const warnOfJobs = () =>
  void toast({
    title: 'Error',
    description: 'Upcoming jobs could not be loaded. Please check their addresses.',
    tone: 'destructive',
  })
