import { css, keyframes } from '@emotion/react'
import { Modal, type ModalProps } from './Modal.tsx'
import { motion, phone, radius, shadow, space } from './tokens.ts'

const fromRight = keyframes`from { transform: translateX(32px) }`
const fromBottom = keyframes`from { transform: translateY(32px) }`

const stage = css`
  align-items: stretch;
  justify-content: flex-end;
  ${phone} { align-items: flex-end; padding-top: ${space(8)}; }
`

const panel = css`
  width: min(480px, 100%);
  box-shadow: ${shadow.float};
  animation: ${fromRight} ${motion};
  ${phone} {
    width: 100%;
    /* whatever is still to come: a sheet that grows moves what is read */
    height: 100%;
    border-radius: ${radius.surface} ${radius.surface} 0 0;
    animation-name: ${fromBottom};
  }
`

/** A side sheet for what belongs to the page behind it; a bottom sheet on a phone. */
export const Drawer = (props: ModalProps) => <Modal stage={stage} panel={panel} {...props} />
