import { FormPage, useForm } from '@plumbline/contract/form'
import { CustomerPageForm } from '@plumbline/crm/api'
import { Field, FieldRow, Textarea } from '@plumbline/ui'
import { useNavigate } from 'react-router-dom'
import { Duplicates } from './Duplicates.tsx'
import { addCustomer, customersQuery } from './queries.ts'
import { useContactPhone } from './useContactPhone.ts'

/** `/customers/new`. */
export function NewCustomerPage() {
  const navigate = useNavigate()
  const form = useForm(CustomerPageForm, {
    defaults: { firstName: '', lastName: '', phone: '', email: '', address: '', notes: '' },
    send: (values, { key }) => addCustomer(values, key),
    refetch: [customersQuery().queryKey],
    success: 'Customer created successfully',
    failure: 'Failed to create customer',
    onDone: () => navigate('/customers', { replace: true }),
  })
  useContactPhone((phone) => form.prefill({ phone }))
  return (
    <FormPage
      form={form}
      title="New Customer"
      back={{ to: '/customers', label: 'Customers' }}
      submitLabel="Create Customer"
      pendingLabel="Creating..."
    >
      <FieldRow>
        <Field label="First name" autoComplete="off" required {...form.field('firstName')} />
        <Field label="Last name" autoComplete="off" required {...form.field('lastName')} />
      </FieldRow>
      <FieldRow>
        <Field label="Phone" type="tel" autoComplete="off" required {...form.field('phone')} />
        <Field label="Email" type="email" autoComplete="off" required {...form.field('email')} />
      </FieldRow>
      <Duplicates phone={form.watch('phone')} email={form.watch('email')} />
      <Field label="Address" autoComplete="off" required {...form.field('address')} />
      <Field
        label="Notes"
        hint="A gate code, a dog, how they like to be called. Optional."
        {...form.error('notes')}
      >
        <Textarea {...form.register('notes')} />
      </Field>
    </FormPage>
  )
}
