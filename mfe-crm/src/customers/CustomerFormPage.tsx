import { call } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import { FormPage, useForm } from '@plumbline/contract/form'
import { CustomerPageForm, createCustomer } from '@plumbline/crm/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CustomerFields } from './CustomerFields.tsx'
import { formOf } from './customerForm.ts'
import { customersKey, unknownConversationQuery } from './queries.ts'

/** `/customers/new`; another conversation in the address is another form. */
export function CustomerFormPage() {
  const [params] = useSearchParams()
  const contactId = params.get('contact')
  return <NewCustomer key={contactId} contactId={contactId} />
}

function NewCustomer({ contactId }: { contactId: string | null }) {
  const navigate = usePageNavigate()
  const form = useForm(CustomerPageForm, {
    defaults: { ...formOf(), address: '' },
    send: (body, { key }) => call(createCustomer, { body, idempotencyKey: key }),
    refetch: [customersKey],
    success: 'Customer created successfully',
    failure: 'Failed to create customer',
    onDone: () => navigate('/customers', { replace: true }),
  })
  const contactPhone = useContactPhone(contactId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number
  useEffect(() => {
    if (contactPhone) form.prefill({ phone: contactPhone })
  }, [contactPhone])
  return (
    <FormPage
      form={form}
      title="New Customer"
      back={{ to: '/customers', label: 'Customers' }}
      submitLabel="Create Customer"
      pendingLabel="Creating..."
    >
      <CustomerFields
        field={form.field}
        phone={form.watch('phone')}
        email={form.watch('email')}
        isAddressRequired
      />
    </FormPage>
  )
}

/** The number of the conversation that `?contact=` names; the number itself is never in an address. */
function useContactPhone(id: string | null): string | undefined {
  const { data } = useQuery({ ...unknownConversationQuery(id ?? ''), enabled: id !== null })
  return data?.phone
}
