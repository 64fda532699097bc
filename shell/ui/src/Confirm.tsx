import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export type Question = {
  title: string
  text?: ReactNode
  /** The word on the button that does it: `Cancel appointment`, never `OK`. */
  action: string
  /** The word on the button that does not. */
  keep?: string
  danger?: boolean
}

type Asked = { question: Question; answer: (yes: boolean) => void }

// an event, because who asks and who shows the question may come from different bundles
const name = 'plumbline:confirm'

/** Asks before something is done: `if (await confirm({ title, action })) …`. Needs one `Confirm` in the page. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const detail: Asked = { question, answer: resolve }
    const heard = !window.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
    if (!heard) reject(new Error('there is no <Confirm /> in this page'))
  })
}

/** Shows the questions of `confirm`; stands once in the page, beside the notifications. */
export function Confirm() {
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: Event) => {
      event.preventDefault()
      setAsked((before) => {
        before?.answer(false)
        return (event as CustomEvent<Asked>).detail
      })
      setOpen(true)
    }
    window.addEventListener(name, listen)
    return () => window.removeEventListener(name, listen)
  }, [])
  if (!asked) return null
  const { title, text, action, keep = 'Cancel', danger = false } = asked.question
  const end = (yes: boolean) => () => {
    setOpen(false)
    asked.answer(yes)
  }
  return (
    <Dialog
      role="alertdialog"
      width="sm"
      open={open}
      onClose={end(false)}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={end(false)} data-autofocus={danger || undefined}>
            {keep}
          </Button>
          <Button
            tone={danger ? 'danger' : 'primary'}
            onClick={end(true)}
            data-autofocus={!danger || undefined}
          >
            {action}
          </Button>
        </>
      }
    />
  )
}
