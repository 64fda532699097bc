import { toast, useParam } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import { Button, confirm, Dialog, ErrorState, Field, Skeleton, space } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CustomerPicker } from './CustomerPicker.tsx'
import { fullName } from './customer.ts'
import { MergeChoices } from './MergeChoices.tsx'
import { changesOfMerge, differences, type MergeField, takenByDefault } from './merging.ts'
import { customerQuery, customersQuery, merge } from './queries.ts'

type MergeDialogProps = { customer: Customer; open: boolean; onClose: () => void }

/** 'Merge with…': two records of one person become one. */
export const MergeDialog = (props: MergeDialogProps) => <Dialogue key={String(props.open)} {...props} />

function Dialogue({ customer, open, onClose }: MergeDialogProps) {
  const queryClient = useQueryClient()
  const [, setShown] = useParam('customer')
  const [otherId, setOtherId] = useState<number | null>(null)
  const [swapped, setSwapped] = useState(false)
  const [chosen, setChosen] = useState<readonly MergeField[]>()
  const other = useQuery({ ...customerQuery(otherId ?? 0), enabled: otherId !== null })
  const isSame = otherId !== null && other.data?.id === customer.id
  const pair = otherId !== null && other.data && !isSame ? pairOf(customer, other.data, swapped) : undefined
  const taken = chosen ?? (pair ? takenByDefault(differences(pair.stays, pair.goes)) : [])

  const merging = useMutation({
    mutationFn: ({ stays, goes }: Pair) => merge(goes.id, stays.id, changesOfMerge(stays, goes, taken)),
    onSuccess: (winner, { goes }) => {
      for (const key of [
        customersQuery().queryKey,
        ['appointments'],
        ['invoices'],
        ['messages'],
        ['timeline'],
      ])
        void queryClient.invalidateQueries({ queryKey: key })
      toast({
        title: 'Customers merged',
        description: `${fullName(goes)} is now part of ${fullName(winner)}.`,
      })
      onClose()
      setShown(String(winner.id))
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const ask = async (asked: Pair) => {
    const yes = await confirm({
      title: 'Merge customers',
      text: `Everything of ${fullName(asked.goes)} (no. ${asked.goes.id}) moves to ${fullName(asked.stays)} (no. ${asked.stays.id}). This cannot be undone.`,
      action: 'Merge',
      danger: true,
    })
    if (yes) merging.mutate(asked)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Merge customers"
      width="lg"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={!pair}
            busy={merging.isPending}
            onClick={() => pair && void ask(pair)}
          >
            Merge customers
          </Button>
        </>
      }
    >
      <div css={{ display: 'grid', gap: space(5) }}>
        <Field
          label={`Who is the same person as ${fullName(customer)}?`}
          {...(isSame && { error: 'This is the same record. Choose another one.' })}
        >
          <CustomerPicker
            value={otherId}
            onChange={(id) => {
              setOtherId(id)
              setChosen(undefined)
            }}
          />
        </Field>
        {other.error && otherId !== null && (
          <ErrorState title="The customer could not be loaded" onRetry={() => void other.refetch()} />
        )}
        {otherId !== null && other.isPending && <Skeleton height={180} />}
        {pair && (
          <MergeChoices
            {...pair}
            taken={taken}
            onTake={setChosen}
            onSwap={() => {
              setSwapped(!swapped)
              setChosen(undefined)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

type Pair = { stays: Customer; goes: Customer }
const pairOf = (one: Customer, other: Customer, swapped: boolean): Pair =>
  swapped ? { stays: other, goes: one } : { stays: one, goes: other }
