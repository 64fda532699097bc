import { toast } from '@plumbline/contract'
import { type FormOptions, useForm } from '@plumbline/contract/form'
import {
  type Customer,
  CustomerForm as CustomerFields,
  customerStatuses,
  leadSources,
} from '@plumbline/crm/api'
import {
  Button,
  ConflictNotice,
  Dialog,
  ErrorState,
  Field,
  phone,
  Select,
  Skeleton,
  space,
  Textarea,
} from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { emptyToNull, fieldLabels, formatField, formOf, sourceLabels, statusLabels } from './customer.ts'
import { Duplicates } from './Duplicates.tsx'
import { addCustomer, customerRecordQuery, customersQuery, saveCustomer } from './queries.ts'

const pair = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space(4),
  [phone]: { gridTemplateColumns: '1fr' },
}

type CustomerDialogProps = {
  open: boolean
  onClose: () => void
  /** Who is changed; nobody: somebody is added. */
  customer?: Customer
}

/** 'Add New Customer', and the same to change one. */
export const CustomerDialog = ({ open, onClose, customer }: CustomerDialogProps) =>
  customer && open ? (
    <EditCustomer key={customer.id} id={customer.id} onClose={onClose} />
  ) : (
    <CustomerForm key={String(open)} open={open} onClose={onClose} />
  )

/** Opens with the customer as it is now, not as the list has it. */
function EditCustomer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(customerRecordQuery(id))
  if (data)
    return (
      <CustomerForm
        open
        onClose={onClose}
        customer={data.value}
        record={{ etag: data.etag, reload: refetch }}
      />
    )
  return (
    <Dialog open onClose={onClose} title="Edit Customer">
      {error ? (
        <ErrorState title="The customer could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={360} />
      )}
    </Dialog>
  )
}

type CustomerFormProps = CustomerDialogProps & Pick<FormOptions<typeof CustomerFields, unknown>, 'record'>

function CustomerForm({ open, onClose, customer, record }: CustomerFormProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const form = useForm(CustomerFields, {
    defaults: formOf(customer),
    ...(record && { record }),
    send: (values, { key, changes, ifMatch }) =>
      customer ? saveCustomer(customer.id, emptyToNull(changes), ifMatch) : addCustomer(values, key),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: customersQuery().queryKey })
      toast({
        title: 'Success!',
        description: customer ? 'Customer has been updated.' : 'Customer has been added successfully.',
      })
      onClose()
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description:
          error.message ||
          (customer
            ? 'Failed to save customer. Please try again.'
            : 'Failed to add customer. Please try again.'),
        tone: 'destructive',
      }),
  })
  const close = form.closing(onClose)
  const said = customer ? 'Save' : 'Add Customer'
  return (
    <Dialog
      open={open}
      onClose={close}
      title={customer ? 'Edit Customer' : 'Add New Customer'}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.pending}>
            {said}
          </Button>
        </>
      }
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
        <ConflictNotice form={form} labels={fieldLabels} format={formatField} />
        <div css={pair}>
          <Field label="First name" autoComplete="off" required {...form.field('firstName')} />
          <Field label="Last name" autoComplete="off" required {...form.field('lastName')} />
        </div>
        <div css={pair}>
          <Field label="Email" type="email" autoComplete="off" required {...form.field('email')} />
          <Field label="Phone" type="tel" autoComplete="off" required {...form.field('phone')} />
        </div>
        <Duplicates
          phone={form.watch('phone')}
          email={form.watch('email')}
          {...(customer && { exceptId: customer.id })}
        />
        <Field label="Address" autoComplete="off" {...form.field('address')} />
        <div css={pair}>
          <Field label="Status" {...form.error('status')}>
            <Select
              {...form.register('status')}
              options={customerStatuses.map((value) => ({ value, label: statusLabels[value] ?? value }))}
            />
          </Field>
          <Field label="Source" {...form.error('source')}>
            <Select
              {...form.register('source')}
              options={leadSources.map((value) => ({ value, label: sourceLabels[value] ?? value }))}
            />
          </Field>
        </div>
        <Field label="Notes" {...form.error('notes')}>
          <Textarea {...form.register('notes')} />
        </Field>
      </form>
    </Dialog>
  )
}
