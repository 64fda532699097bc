import { call, useParam } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { type Customer, type CustomerFieldName, mergeCustomer } from '@plumbline/crm/api'
import { Button, Callout, confirm, Dialog, ErrorState, Field, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { CustomerPicker } from '../customers/CustomerPicker.tsx'
import { fullName } from '../customers/customer.ts'
import { customerRecordQuery, customersKey } from '../customers/queries.ts'
import { MergeChoices } from './MergeChoices.tsx'
import { defaultChoice, fitsNotes, type MergePair, mergeChanges } from './merge.ts'

/** Two records as the question showed them, with their versions. */
type Merge = { pair: MergePair; etags: Record<'survivor' | 'duplicate', string> }

type MergeDialogProps = { customer: Customer; onClose: () => void }

/** 'Merge with…': two records of one person become one. */
export function MergeDialog({ customer: shown, onClose }: MergeDialogProps) {
  const [, openCustomer] = useParam('customer')
  const [otherId, setOtherId] = useState<number | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  const [choice, setChoice] = useState<readonly CustomerFieldName[]>()
  const { data: opened, ...first } = useQuery({ ...customerRecordQuery(shown.id), staleTime: 0 })
  const { data: other, ...query } = useQuery({
    ...customerRecordQuery(otherId ?? 0),
    enabled: otherId !== null,
    staleTime: 0,
  })
  const customer = opened?.value ?? shown
  const pair =
    // the other one may have been merged into this one meanwhile
    opened && other && other.value.id !== customer.id
      ? { survivor: isSwapped ? other.value : customer, duplicate: isSwapped ? customer : other.value }
      : undefined
  const etags = {
    survivor: (isSwapped ? other : opened)?.etag ?? '',
    duplicate: (isSwapped ? opened : other)?.etag ?? '',
  }
  const canMerge = pair !== undefined && fitsNotes(pair)
  const fromDuplicate = choice ?? (pair ? defaultChoice(pair) : [])
  const merging = useAction(
    ({ pair, etags }: Merge) =>
      call(mergeCustomer, {
        params: { id: pair.duplicate.id },
        ifMatch: etags.duplicate,
        body: {
          intoCustomerId: pair.survivor.id,
          intoEtag: etags.survivor,
          changes: mergeChanges(pair, fromDuplicate),
        },
      }),
    {
      refetch: [customersKey, ['appointments'], ['invoices'], ['messages'], ['timeline']],
      success: (survivor, { pair }) => ({
        title: 'Customers merged',
        description: `${fullName(pair.duplicate)} is now part of ${fullName(survivor)}.`,
      }),
      failure: 'Failed to merge the customers. Please try again.',
      onDone: ({ id }) => {
        onClose()
        openCustomer(String(id), { replace: true })
      },
    },
  )
  const confirmMerge = async (pair: MergePair) => {
    const { survivor, duplicate } = pair
    const isConfirmed = await confirm({
      title: 'Merge customers',
      text: `All of ${fullName(duplicate)}'s records (#${duplicate.id}) move to ${fullName(survivor)} (#${survivor.id}). This cannot be undone.`,
      action: 'Merge',
      danger: true,
    })
    if (isConfirmed) merging.run({ pair, etags })
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
        {first.isLoadingError && (
          <ErrorState title="The customer could not be loaded" onRetry={() => void first.refetch()} />
        )}
        {query.isLoadingError && otherId !== null && (
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
