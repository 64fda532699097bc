import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'
import { confirmEvent, dismissEvent, type PendingQuestion } from './confirm.ts'

/** Shows the questions of `confirm`; once per page, beside the notifications. The dialog is loaded for the first one. */
export function Confirm() {
  const [Dialog, setDialog] = useState<ComponentType<ConfirmDialogProps>>()
  const [pending, setPending] = useState<PendingQuestion>()
  const [open, setOpen] = useState(false)
  /** The last question, while its dialog is being loaded as well. */
  const asked = useRef<PendingQuestion>(undefined)
  const answer = (yes: boolean) => {
    setOpen(false)
    pending?.answer(yes)
  }
  const refuse = useEffectEvent(() => answer(false))
  useEffect(() => {
    const listen = async (event: Event) => {
      event.preventDefault()
      const next = (event as CustomEvent<PendingQuestion>).detail
      asked.current = next
      try {
        const { ConfirmDialog } = await import('./ConfirmDialog.tsx')
        setDialog(() => ConfirmDialog)
      } catch {
        // without a network the browser asks
        return next.answer(window.confirm(next.question.title))
      }
      // the page was left meanwhile, or asks something else
      if (asked.current !== next) return next.answer(false)
      setPending((before) => {
        before?.answer(false)
        return next
      })
      setOpen(true)
    }
    const dismiss = () => {
      asked.current = undefined
      refuse()
    }
    window.addEventListener(confirmEvent, listen)
    window.addEventListener(dismissEvent, dismiss)
    return () => {
      window.removeEventListener(confirmEvent, listen)
      window.removeEventListener(dismissEvent, dismiss)
    }
  }, [])
  return Dialog && pending && <Dialog open={open} question={pending.question} onAnswer={answer} />
}
