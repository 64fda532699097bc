import type { ReactNode } from 'react'

export type Question = {
  title: string
  text?: ReactNode
  /** The word on the button that does it: `Cancel appointment`, never `OK`. */
  action: string
  /** The word on the button that does not. */
  keep?: string
  danger?: boolean
}

export type PendingQuestion = { question: Question; answer: (yes: boolean) => void }

// events, because the caller and <Confirm /> may come from different bundles
export const confirmEvent = 'plumbline:confirm'
export const dismissEvent = 'plumbline:confirm-dismiss'

/** Asks before something is done: `if (await confirm({ title, action })) …`. Needs one `Confirm` in the page. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const detail: PendingQuestion = { question, answer: resolve }
    const isHandled = !window.dispatchEvent(new CustomEvent(confirmEvent, { detail, cancelable: true }))
    if (!isHandled) reject(new Error('there is no <Confirm /> in this page'))
  })
}

/** Answers an open question with no, as when the page it was asked on is left. */
export const dismissQuestion = (): void => void window.dispatchEvent(new Event(dismissEvent))
