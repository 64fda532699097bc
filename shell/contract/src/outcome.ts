// by its own name, so that there is one ApiError in the page: this module is part of every remote that uses it
import { ApiError, dismissToast, toast } from '@plumbline/contract'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

export type Notice = {
  title?: string
  description: string
  /** Where it went through, but not as it was meant. */
  tone?: 'destructive'
  /** What can be done next; it has to be possible on the page as well, for the notification leaves by itself. */
  action?: { label: string; onSelect: () => void }
  /** Another one beside it. */
  secondAction?: { label: string; onSelect: () => void }
}

/** What follows a call that changes something: the same for forms and for buttons. */
export type Outcome<Input, Answer> = {
  /** The queries that show what was changed, by the start of their keys. */
  refetch?: readonly QueryKey[]
  /** The notification of success; none without it. */
  success?: string | ((answer: Answer, input: Input) => string | Notice | null)
  /** The notification of a failure that the server gave no reason for; `exactly`: whatever the reason. */
  failure?: string | { exactly: string }
  /** After the notification: close the dialog, go to another page. */
  onDone?: (answer: Answer, input: Input) => unknown
}

/** The server's reason for a refusal; null when it did not answer, or only asks to sign in. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status === 401) return null
  return Object.values(error.fields)[0] ?? error.message.replace(/^\d+: /, '')
}

/** Notifies, refetches and goes on after a call. A notification of failure leaves with its component or its next attempt. */
export function useOutcome<Input, Answer>({
  refetch = [],
  success,
  failure,
  onDone,
}: Outcome<Input, Answer>) {
  const queryClient = useQueryClient()
  const failureToast = useRef<number>(undefined)
  const dismissFailure = useCallback(() => {
    if (failureToast.current !== undefined) dismissToast(failureToast.current)
    failureToast.current = undefined
  }, [])
  useEffect(() => dismissFailure, [dismissFailure])
  const refetchAll = () => Promise.all(refetch.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  return {
    refetchAll,
    dismissFailure,
    succeed: async (answer: Answer, input: Input, action?: Notice['action']) => {
      const message = typeof success === 'function' ? success(answer, input) : success
      const notice = typeof message === 'string' ? { description: message } : message
      if (notice) toast({ ...notice, title: notice.title ?? 'Success!', action: notice.action ?? action })
      const done = onDone?.(answer, input)
      await Promise.all([done, refetchAll()])
    },
    fail: (error: Error, title = 'Error') => {
      // the sign-in over the page says it
      if (error instanceof ApiError && error.status === 401) return
      // who closed the question for the password knows; a shell of before asks none
      if ('code' in error && error.code === 'password-needed') return
      const description = typeof failure === 'object' ? failure.exactly : error.message || failure || ''
      failureToast.current = toast({ title, description, tone: 'destructive' })
    },
  }
}
