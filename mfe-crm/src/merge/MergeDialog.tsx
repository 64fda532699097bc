import { call, useParam } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { type Customer, mergeCustomer } from '@plumbline/crm/api'
import { Button, Callout, confirm, Dialog, ErrorState, Field, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { CustomerPicker } from '../customers/CustomerPicker.tsx'
import { fullName } from '../customers/customer.ts'
import { customerQuery, customersQuery } from '../customers/queries.ts'
import { MergeChoices } from './MergeChoices.tsx'
import { defaultChoice, fitsNotes, type MergeField, type MergePair, mergeChanges } from './merge.ts'

/** 'Merge with…': two records of one person become one. */
export function MergeDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [, openCustomer] = useParam('customer')
  const [otherId, setOtherId] = useState<number | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  const [choice, setChoice] = useState<readonly MergeField[]>()
  const { data: other, ...query } = useQuery({ ...customerQuery(otherId ?? 0), enabled: otherId !== null })
  const pair =
    // the other one may have been merged into this one meanwhile
    other && other.id !== customer.id
      ? { survivor: isSwapped ? other : customer, duplicate: isSwapped ? customer : other }
      : undefined
  const canMerge = pair !== undefined && fitsNotes(pair)
  const fromDuplicate = choice ?? (pair ? defaultChoice(pair) : [])
  const merging = useAction(
    (merged: MergePair) =>
      call(mergeCustomer, {
        params: { id: merged.duplicate.id },
        body: { intoCustomerId: merged.survivor.id, changes: mergeChanges(merged, fromDuplicate) },
      }),
    {
      refetch: [customersQuery().queryKey, ['appointments'], ['invoices'], ['messages'], ['timeline']],
      success: (survivor, { duplicate }) => ({
        title: 'Customers merged',
        description: `${fullName(duplicate)} is now part of ${fullName(survivor)}.`,
      }),
      failure: 'Failed to merge the customers. Please try again.',
      onDone: ({ id }) => {
        onClose()
        openCustomer(String(id), { replace: true })
      },
    },
  )
  const confirmMerge = async (merge: MergePair) => {
    const { survivor, duplicate } = merge
    const isConfirmed = await confirm({
      title: 'Merge customers',
      text: `All of ${fullName(duplicate)}'s records (#${duplicate.id}) move to ${fullName(survivor)} (#${survivor.id}). This cannot be undone.`,
      action: 'Merge',
      danger: true,
    })
    if (isConfirmed) merging.run(merge)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Merge customers"
      width="lg"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={!canMerge}
            busy={merging.pending}
            onClick={() => pair && void confirmMerge(pair)}
          >
            Merge customers
          </Button>
        </>
      }
    >
      <div css={{ display: 'grid', gap: space(5) }}>
        <Field label={`Merge ${fullName(customer)} with`}>
          <CustomerPicker
            data-autofocus
            value={otherId}
            exceptId={customer.id}
            onChange={(id) => {
              setOtherId(id)
              setChoice(undefined)
            }}
          />
        </Field>
        {query.error && otherId !== null && (
          <ErrorState title="The customer could not be loaded" onRetry={() => void query.refetch()} />
        )}
        {otherId !== null && query.isPending && <Skeleton height={180} />}
        {pair && (
          <MergeChoices
            pair={pair}
            fromDuplicate={fromDuplicate}
            onChange={setChoice}
            onSwap={() => {
              setSwapped(!isSwapped)
              setChoice(undefined)
            }}
          />
        )}
        <Callout icon={<TriangleAlert size={16} aria-hidden />} title="The notes are too long to merge">
          {pair &&
            !canMerge &&
            'Together they have more than 5,000 characters. Shorten the notes of one customer first.'}
        </Callout>
      </div>
    </Dialog>
  )
}
