import { toast, Widget } from '@plumbline/contract'
import { Button, Dialog, Field, Input } from '@plumbline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { assign, refresh } from './queries.ts'

type AssignButtonProps = { contactId: number; number: string; onAssigned: (customerId: number) => void }

/** 'This is …': the conversation of a number goes to a customer who is on the books already. */
export function AssignButton({ contactId, number, onAssigned }: AssignButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>This is …</Button>
      {isOpen && (
        <AssignDialog
          contactId={contactId}
          number={number}
          onAssigned={onAssigned}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function AssignDialog({
  contactId,
  number,
  onAssigned,
  onClose,
}: AssignButtonProps & { onClose: () => void }) {
  const id = useId()
  const picker = useId()
  const queryClient = useQueryClient()
  const [customerId, setCustomerId] = useState<number | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const assigning = useMutation({
    mutationFn: (chosen: number) => assign(contactId, chosen),
    onSuccess: (_answer, chosen) => {
      void refresh(queryClient)
      toast({ title: 'Success!', description: `Messages from ${number} are in this conversation now.` })
      onAssigned(chosen)
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to assign the conversation. Please try again.',
        tone: 'destructive',
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (customerId === null) document.getElementById(picker)?.focus()
    else if (!assigning.isPending) assigning.mutate(customerId)
  }
  const error = isSubmitted && customerId === null ? 'Please select a customer' : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title="This is …"
      description={`The messages from ${number} move to this customer's conversation.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={assigning.isPending}>
            Assign
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <Field id={picker} label="Customer" required {...(error !== undefined && { error })}>
          <Widget
            remote="crm"
            name="CustomerPicker"
            height={40}
            otherwise={
              <Input
                inputMode="numeric"
                placeholder="Customer number"
                onChange={(event) => setCustomerId(Number(event.target.value) || null)}
              />
            }
            props={{
              // the widget has a design system of its own and does not see the field around it
              id: picker,
              required: true,
              ...(error && { 'aria-invalid': true, 'aria-describedby': `${picker}-error` }),
              value: customerId,
              onChange: setCustomerId,
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
