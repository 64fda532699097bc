import { Button, ConflictNotice, Dialog, space } from '@plumbline/ui'
import { type ComponentProps, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { FormHandle } from './useForm.ts'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'footer'> & {
  form: FormHandle
  submitLabel: string
  /** A second button that sends the form; `send` learns its `intent`. */
  alternative?: { label: string; intent: string } | undefined
  /** What people call the fields; shown where another user changed them meanwhile. */
  labels?: Readonly<Record<string, string>>
  /** A value as people read it, where it is not its own text. */
  format?: (name: string, value: unknown) => string
}

/** Closes a dialog when the address changes below it: the page was left, and what was entered discarded. */
function useCloseDiscarded(form: FormHandle, onClose: () => void) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const last = useRef(address)
  const closeDiscarded = useEffectEvent(() => {
    if (form.hasUnsaved()) onClose()
  })
  useEffect(() => {
    if (last.current === address) return
    last.current = address
    closeDiscarded()
  }, [address])
}

/** A form in a dialog. Closing it asks first when something would be lost. */
export function FormDialog({
  form,
  submitLabel,
  alternative,
  onClose,
  labels,
  format,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId()
  const close = form.closing(onClose)
  useCloseDiscarded(form, onClose)
  return (
    <Dialog
      open
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          {alternative && (
            <Button onClick={() => form.submit(alternative.intent)}>{alternative.label}</Button>
          )}
          <Button tone="primary" type="submit" form={id} busy={form.pending}>
            {submitLabel}
          </Button>
        </>
      }
      {...dialog}
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
        {labels && <ConflictNotice form={form} labels={labels} format={format} />}
        {children}
      </form>
    </Dialog>
  )
}
