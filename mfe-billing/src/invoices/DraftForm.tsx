import type { InvoiceDetails } from '@plumbline/billing/api'
import { ApiError, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { Button, FormActions, space, text } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Form, grid, InvoiceFields } from './InvoiceFields.tsx'
import { contentOf, FieldsForm, valuesOf } from './invoiceForm.ts'
import { edit, invoiceQuery, refresh } from './queries.ts'

type DraftFormProps = { invoice: InvoiceDetails; etag: string; onDone: () => void }

/** A draft while it is being changed, in the place where it is read. */
export function DraftForm({ invoice, etag, onDone }: DraftFormProps) {
  const queryClient = useQueryClient()
  const { id, customerName, customerId } = invoice
  // the version whose values are in the form: news from others must not make it look fresh
  const [seen, setSeen] = useState(etag)
  const form = useForm(FieldsForm, {
    defaults: valuesOf(invoice),
    send: (values) => edit(id, contentOf(values), seen),
    onDone: async () => {
      await refresh(queryClient)
      toast({ title: 'Success!', description: `Invoice #${id} saved.` })
      onDone()
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.status === 412) void takeTheirs()
      toast({
        title: 'Error',
        description: error.message || 'Failed to save invoice',
        tone: 'destructive',
      })
    },
  })
  /** Somebody else saved meanwhile: what they changed is shown, what was typed here stays. */
  const takeTheirs = async () => {
    const theirs = await queryClient.fetchQuery({ ...invoiceQuery(String(id)), staleTime: 0 })
    if (!theirs) return
    setSeen(theirs.etag)
    form.reset(valuesOf(theirs.value), { keepDirtyValues: true })
  }
  return (
    <form css={grid} aria-label={`Edit Invoice #${id}`} {...form.props}>
      <InvoiceFields
        form={form as unknown as Form}
        customer={
          <p css={{ display: 'grid', gap: space(1.5) }}>
            <b css={{ fontSize: text.sm, fontWeight: 600 }}>Customer</b>
            {customerName ?? `Customer ${customerId}`}
          </p>
        }
      />
      <FormActions action="Save Changes" pendingAction="Saving..." pending={form.pending}>
        <Button onClick={onDone}>Cancel</Button>
      </FormActions>
    </form>
  )
}
