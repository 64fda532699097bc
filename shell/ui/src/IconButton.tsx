import { css } from '@emotion/react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ButtonTone, buttonStyle } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'
import { phone } from './tokens.ts'

const square = css`
  width: 36px;
  padding: 0;
  ${phone} { width: 44px; }
`

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: LucideIcon
  tone?: ButtonTone
}

/** A button that is only a picture; its label is read out, and shown as a tooltip. */
export const IconButton = ({
  label,
  icon: Icon,
  tone = 'quiet',
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <Tooltip text={label} isLabel>
    <button css={[buttonStyle(tone), square]} type={type} aria-label={label} {...rest}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </button>
  </Tooltip>
)
