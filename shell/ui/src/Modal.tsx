import { css, keyframes, type SerializedStyles } from '@emotion/react'
import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './IconButton.tsx'
import { useModal, usePresence } from './modal.ts'
import { color, layer, motion, phone, space, text } from './tokens.ts'

const fade = keyframes`from { opacity: 0 }`
const fadeOut = keyframes`to { opacity: 0 }`

const overlay = css`
  position: fixed;
  z-index: ${layer.modal};
  inset: 0;
  display: flex;
  background: ${color.overlay};
  overscroll-behavior: contain;
  animation: ${fade} ${motion};
  @media print { position: static; display: block; padding: 0; background: none; }
  &[data-leaving] { animation: ${fadeOut} ${motion} forwards; pointer-events: none; }
`

const sheet = css`
  display: flex;
  flex-direction: column;
  min-width: 0;
  max-height: 100dvh;
  background: ${color.surface};
  outline: none;
  > [data-head] {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: ${space(1)} ${space(4)};
    align-items: center;
    padding: ${space(5)} ${space(4)} ${space(4)} ${space(6)};
  }
  > [data-head] p { grid-column: 1 / -1; color: ${color.muted}; padding-right: ${space(2)}; }
  > [data-body] { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 2px ${space(6)} ${space(6)}; }
  > [data-foot] {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${space(2)};
    padding: ${space(4)} ${space(6)};
    border-top: 1px solid ${color.line};
  }
  @media print {
    width: 100%;
    max-width: none;
    max-height: none;
    box-shadow: none;
    > [data-foot] { display: none; }
    > [data-body] { overflow: visible; }
  }
  ${phone} {
    > [data-head] { padding: ${space(3)} ${space(2)} ${space(3)} ${space(4)}; }
    > [data-body] { padding: 2px ${space(4)} ${space(5)}; }
    > [data-foot] { flex-direction: column-reverse; padding: ${space(3)} ${space(4)} calc(${space(3)} + env(safe-area-inset-bottom)); }
  }
`

export type ModalProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the one that does it last. */
  footer?: ReactNode
}

type Shape = { stage: SerializedStyles; panel: SerializedStyles; role?: 'dialog' | 'alertdialog' }

function Layer({
  title,
  description,
  children,
  footer,
  onClose,
  leaving,
  stage,
  panel,
  role = 'dialog',
}: ModalProps & Shape & { leaving: boolean }) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const pressed = useRef<EventTarget>(null)
  useModal(root, leaving, onClose)
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard's way to close is Esc
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={root}
      css={[overlay, stage]}
      data-layer
      data-leaving={leaving || undefined}
      onPointerDown={(event) => {
        pressed.current = event.target
      }}
      // a text selected in the panel may end outside of it, and a double click on a question's button goes through to here
      onClick={(event) => {
        if (event.target === root.current && pressed.current === root.current && event.detail < 2) onClose()
      }}
    >
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles know aria-modal */}
      <div
        css={[sheet, panel]}
        role={role}
        aria-modal
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-text` : undefined}
        tabIndex={-1}
      >
        <div data-head>
          <h2 id={`${id}-title`} css={{ fontSize: text.xl }}>
            {title}
          </h2>
          <IconButton label="Close" icon={X} onClick={onClose} />
          {description && <p id={`${id}-text`}>{description}</p>}
        </div>
        {children && <div data-body>{children}</div>}
        {footer && <div data-foot>{footer}</div>}
      </div>
    </div>,
    document.body,
  )
}

/** A layer over the page while `open`; `Dialog` and `Drawer` are its shapes. */
export function Modal({ open, ...rest }: ModalProps & Shape) {
  const presence = usePresence(open)
  return presence && <Layer open={open} leaving={presence === 'leaving'} {...rest} />
}
