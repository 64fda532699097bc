import { toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { CustomerPageForm } from '@plumbline/crm/api'
import { buttonStyle, Card, Field, FormActions, PageHeader, phone, space, Textarea } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { Duplicates } from './Duplicates.tsx'
import { addCustomer, customersQuery } from './queries.ts'
import { useContactPhone } from './useContactPhone.ts'

const pair = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space(4),
  [phone]: { gridTemplateColumns: '1fr' },
}

/** `/customers/new`. */
export function NewCustomerPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useForm(CustomerPageForm, {
    defaults: { firstName: '', lastName: '', phone: '', email: '', address: '', notes: '' },
    send: (values, { key }) => addCustomer(values, key),
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: customersQuery().queryKey })
      toast({ title: 'Success!', description: 'Customer created successfully' })
      await navigate('/customers', { replace: true })
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to create customer',
        tone: 'destructive',
      }),
  })
  useContactPhone((phone) => form.prefill({ phone }))
  return (
    <>
      <title>New Customer</title>
      <PageHeader title="New Customer" back={<Link to="/customers">Customers</Link>} />
      <Card css={{ maxWidth: 720 }}>
        <form css={{ display: 'grid', gap: space(5) }} aria-label="New Customer" {...form.props}>
          <div css={pair}>
            <Field label="First name" autoComplete="off" required {...form.field('firstName')} />
            <Field label="Last name" autoComplete="off" required {...form.field('lastName')} />
          </div>
          <div css={pair}>
            <Field label="Phone" type="tel" autoComplete="off" required {...form.field('phone')} />
            <Field label="Email" type="email" autoComplete="off" required {...form.field('email')} />
          </div>
          <Duplicates phone={form.watch('phone')} email={form.watch('email')} />
          <Field label="Address" autoComplete="off" required {...form.field('address')} />
          <Field
            label="Notes"
            hint="A gate code, a dog, how they like to be called. Optional."
            {...form.error('notes')}
          >
            <Textarea {...form.register('notes')} />
          </Field>
          <FormActions action="Create Customer" pendingAction="Creating..." pending={form.pending}>
            <Link to="/customers" css={buttonStyle('secondary')}>
              Cancel
            </Link>
          </FormActions>
        </form>
      </Card>
    </>
  )
}
