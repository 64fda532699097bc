import { css, keyframes } from '@emotion/react'
import { Modal, type ModalProps } from './Modal.tsx'
import { motion, phone, radius, shadow, space } from './tokens.ts'

const rise = keyframes`from { transform: translateY(8px) }`

const stage = css`
  align-items: safe center;
  justify-content: center;
  padding: ${space(6)};
  ${phone} { align-items: flex-end; padding: ${space(8)} 0 0; }
`

const panel = css`
  width: 100%;
  max-height: 100%;
  border-radius: ${radius.surface};
  box-shadow: ${shadow.float};
  animation: ${rise} ${motion};
  ${phone} { border-radius: ${radius.surface} ${radius.surface} 0 0; }
`

const widths = {
  sm: css`max-width: 420px; ${phone} { max-width: none; }`,
  md: css`max-width: 560px; ${phone} { max-width: none; }`,
  lg: css`max-width: 760px; ${phone} { max-width: none; }`,
}

type DialogProps = ModalProps & { width?: keyof typeof widths; role?: 'dialog' | 'alertdialog' }

/** One thing to read or fill in before going on; at the bottom of the screen on a phone. */
export const Dialog = ({ width = 'md', ...rest }: DialogProps) => (
  <Modal stage={stage} panel={css([panel, widths[width]])} {...rest} />
)
