import { CustomerField, FormDialog, useForm } from '@plumbline/contract/form'
import * as z from 'zod/mini'
import { assignUnknownConversation, messagesKey } from './queries.ts'

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
  const form = useForm(AssignForm, {
    defaults: { customerId: null },
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
