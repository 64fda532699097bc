import { toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { type Customer, CustomerForm, customerStatuses, leadSources } from '@plumbline/crm/api'
import { Button, Dialog, Field, phone, Select, space, Textarea } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { changesOf, formOf, sourceLabels, statusLabels } from './customer.ts'
import { Duplicates } from './Duplicates.tsx'
import { addCustomer, customersQuery, saveCustomer } from './queries.ts'

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
export const CustomerDialog = ({ open, onClose, customer }: CustomerDialogProps) => (
  <Dialogue key={`${customer?.id} ${open}`} open={open} onClose={onClose} {...(customer && { customer })} />
)

function Dialogue({ open, onClose, customer }: CustomerDialogProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const form = useForm(CustomerForm, {
    defaults: formOf(customer),
    send: (values, key) =>
      customer ? saveCustomer(customer.id, changesOf(customer, values)) : addCustomer(values, key),
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
  const said = customer ? 'Save' : 'Add Customer'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={customer ? 'Edit Customer' : 'Add New Customer'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.pending}>
            {said}
          </Button>
        </>
      }
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
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
          <Field label="Status" {...error(form.field('status'))}>
            <Select
              {...form.register('status')}
              options={customerStatuses.map((value) => ({ value, label: statusLabels[value] ?? value }))}
            />
          </Field>
          <Field label="Source" {...error(form.field('source'))}>
            <Select
              {...form.register('source')}
              options={leadSources.map((value) => ({ value, label: sourceLabels[value] ?? value }))}
            />
          </Field>
        </div>
        <Field label="Notes" {...error(form.field('notes'))}>
          <Textarea {...form.register('notes')} />
        </Field>
      </form>
    </Dialog>
  )
}

const error = ({ error: message }: { error?: string }) => (message === undefined ? {} : { error: message })
