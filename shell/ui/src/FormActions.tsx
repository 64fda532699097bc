import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { phone, space } from './tokens.ts'

const row = css`
  display: flex;
  justify-content: flex-end;
  gap: ${space(2)};
  ${phone} { flex-wrap: wrap; > * { flex: 1; } }
`

type FormActionsProps = {
  /** The way out, a link with the look of a button. */
  children: ReactNode
  /** The word on the button that sends, and the one while it is being sent. */
  action: string
  pendingAction: string
  pending: boolean
}

/** The end of a form that is a page of its own. */
export const FormActions = ({ children, action, pendingAction, pending }: FormActionsProps) => (
  <div css={row}>
    {children}
    <Button tone="primary" type="submit" busy={pending}>
      {pending ? pendingAction : action}
    </Button>
  </div>
)
