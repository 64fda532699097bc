import { Button, ConflictNotice, Dialog, space } from '@plumbline/ui'
import { type ComponentProps, useId } from 'react'
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
