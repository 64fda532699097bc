import { Button } from './Button.tsx'
import type { Question } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

export type ConfirmDialogProps = { open: boolean; question: Question; onAnswer: (yes: boolean) => void }

/** A question with two answers; the one that loses nothing has the focus. */
export const ConfirmDialog = ({
  open,
  question: { title, text, action, keep = 'Cancel', danger = false },
  onAnswer,
}: ConfirmDialogProps) => (
  <Dialog
    role="alertdialog"
    width="sm"
    open={open}
    onClose={() => onAnswer(false)}
    title={title}
    description={text}
    footer={
      <>
        <Button onClick={() => onAnswer(false)} data-autofocus={danger || undefined}>
          {keep}
        </Button>
        <Button
          tone={danger ? 'danger' : 'primary'}
          onClick={() => onAnswer(true)}
          data-autofocus={!danger || undefined}
        >
          {action}
        </Button>
      </>
    }
  />
)
