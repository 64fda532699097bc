import { CustomerField, FormDialog, useForm } from '@plumbline/contract/form'
import { fullName } from '@plumbline/crm/api'
import { confirm } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { assignUnknownConversation, customerQuery, messagesKey } from './queries.ts'

const AssignForm = /* @__PURE__ */ z.object({
  customerId: z.nullable(z.int()).check(z.refine((id) => id !== null, 'Please select a customer')),
})

type AssignDialogProps = {
  contactId: number
  number: string
  onAssigned: (customerId: number) => void
  onClose: () => void
}

/** 'This is …': assigns the conversation of a number to an existing customer. */
export function AssignDialog({ contactId, number, onAssigned, onClose }: AssignDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm(AssignForm, {
    defaults: { customerId: null },
    confirmSend: async ({ customerId }) => {
      const customer = await queryClient.fetchQuery(customerQuery(customerId as number)).catch(() => null)
      const name = customer ? fullName(customer) : `customer ${customerId}`
      return confirm({
        title: `Is ${number} the number of ${name}?`,
        text: `All its messages move to the conversation of ${name}${customer ? `, ${customer.phone}` : ''}. Their details can move them back.`,
        action: 'Assign',
      })
    },
    send: ({ customerId }) => assignUnknownConversation(contactId, customerId as number),
    refetch: [messagesKey],
    success: `Messages from ${number} are in this conversation now.`,
    failure: 'Failed to assign the conversation. Please try again.',
    onDone: (_, { customerId }) => onAssigned(customerId as number),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title="This is …"
      description={`The messages from ${number} move to this customer's conversation.`}
      submitLabel="Assign"
    >
      <CustomerField
        autoFocus
        value={form.watch('customerId')}
        onChange={(id) => form.set('customerId', id)}
        {...form.error('customerId')}
      />
    </FormDialog>
  )
}
