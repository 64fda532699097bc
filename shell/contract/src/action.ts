import { ApiError, toast } from '@plumbline/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createContentKey } from './form/contentKey.ts'
import { type Outcome, useOutcome } from './outcome.ts'

export { type Notice, reasonOf } from './outcome.ts'
export { usePageNavigate } from './pageNavigate.ts'
export { useRecordState } from './recordState.ts'

export type ActionOptions<Input, Answer> = Outcome<Input, Answer> & {
  /** Takes it back; offered in the notification of success. */
  undo?: (answer: Answer, input: Input) => Promise<unknown>
  /** Presses are sent one after the other in the queue of this name, as those of switches whose last position counts. */
  queue?: string
}

const changedMeanwhile = 'Someone else changed this first. Please look at what is there now, and try again.'

/**
 * A button that changes something: calls, notifies, refetches, and offers to undo. `call` gets an idempotency key, the same
 * until it succeeded with this input, so that a repeat after a lost answer is the same command. A call that sends the version it
 * was decided on (`ifMatch`) and is refused for it says so and fetches what is there now.
 * @example
 * const voiding = useAction((id: number) => call(voidInvoice, { params: { id } }), { refetch: [['invoices']] })
 * <Button busy={voiding.pending} onClick={() => voiding.run(id)}>Void</Button>
 */
export function useAction<Input = void, Answer = unknown>(
  call: (input: Input, idempotencyKey: string) => Promise<Answer>,
  { undo, queue, ...outcome }: ActionOptions<Input, Answer> = {},
) {
  const [contentKey] = useState(createContentKey)
  const { succeed, fail: failPlainly, dismissFailure, refetchAll } = useOutcome(outcome)
  const fail = async (error: Error) => {
    if (!(error instanceof ApiError && error.status === 412)) return failPlainly(error)
    toast({ title: 'Changed meanwhile', description: changedMeanwhile, tone: 'destructive' })
    await refetchAll()
  }
  const undoing = useMutation({
    mutationFn: ({ answer, input }: { answer: Answer; input: Input }) =>
      undo ? undo(answer, input) : Promise.resolve(),
    onSuccess: async () => {
      toast({ title: 'Undone' })
      await refetchAll()
    },
    onError: fail,
  })
  const { mutate, isPending, variables } = useMutation({
    scope: queue === undefined ? undefined : { id: queue },
    mutationFn: (input: Input) => {
      dismissFailure()
      return call(input, contentKey.for(input))
    },
    onSuccess: (answer, input) => {
      contentKey.renew()
      const action = undo && { label: 'Undo', onSelect: () => undoing.mutate({ answer, input }) }
      return succeed(answer, input, action)
    },
    onError: fail,
  })
  return {
    run: mutate,
    pending: isPending,
    /** What is being sent, for a control that shows it before the answer. */
    input: isPending ? variables : undefined,
  }
}
