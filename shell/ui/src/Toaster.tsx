import { css, keyframes } from '@emotion/react'
import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { createPortal } from 'react-dom'
import { buttonStyle } from './Button.tsx'
import { color, layer, motion, narrow, phone, radius, shadow, space } from './tokens.ts'

export type ToastView = {
  id: number
  title: string
  description?: string
  tone: 'default' | 'destructive'
  open: boolean
  /** A button; the notification stays twice as long for it. */
  action?: ToastAction
  /** Another button beside it. */
  secondAction?: ToastAction
}

type ToastAction = { label: string; onSelect: () => void }

const rise = keyframes`from { opacity: 0; transform: translateY(8px) }`

const card = css`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: ${space(0.5)} ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  box-shadow: ${shadow.float};
  animation: ${rise} ${motion};
  &[data-tone='destructive'] { border-color: ${color.red}; background: ${color.red}; color: ${color.onRed}; }
  &[data-swipe='move'] { transform: translateX(var(--radix-toast-swipe-move-x)); }
  &[data-swipe='cancel'] { transform: none; transition: transform ${motion}; }
  &[data-swipe='end'] { opacity: 0; }
`

const viewport = css`
  position: fixed;
  z-index: ${layer.toast};
  /* over the list, not over what is pressed: buttons of pages, drawers and dialogs are on the right */
  inset: auto auto 0 16rem;
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: ${space(4)};
  list-style: none;
  outline: none;
  width: 420px;
  max-width: calc(100vw - 16rem);
  /* there is no list beside it; the form is in the middle */
  html:has([data-login]) & { left: calc(50% - 210px); max-width: none; }
  ${narrow} { left: 5.5rem; max-width: calc(100vw - 5.5rem); }
  ${phone} {
    /* above the navigation bar; above a bar of buttons, a composer or the buttons of a sheet where there are any */
    inset: auto 0 calc(60px + env(safe-area-inset-bottom));
    width: auto;
    max-width: none;
    padding: ${space(3)};
    html:has([data-bottom-bar]:not(:empty)) & { bottom: calc(124px + env(safe-area-inset-bottom)); }
    html:has([data-composer]) & { bottom: 40dvh; }
    html:has([data-login]) & { left: 0; bottom: 0; }
    /* a sheet has its fields and buttons below */
    html[data-modal] & { inset: env(safe-area-inset-top) 0 auto; }
  }
`

const close = css`
  grid-row: 1 / span 2;
  grid-column: 2;
  align-self: start;
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  cursor: pointer;
`

const buttons = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-top: ${space(2)};
`

const durationMs = 5_000

/** Shows notifications: 5 s, swipe right by 50 px to dismiss, F8 moves the focus there. */
export const Toaster = ({
  toasts,
  onDismiss,
}: {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
}) => (
  <Primitive.Provider duration={durationMs} swipeDirection="right" swipeThreshold={50}>
    {toasts.map(({ id, title, description, tone, open, action, secondAction }) => (
      <Primitive.Root
        key={id}
        css={card}
        data-tone={tone}
        open={open}
        duration={action ? 2 * durationMs : durationMs}
        type={tone === 'destructive' ? 'foreground' : 'background'}
        onOpenChange={(next) => !next && onDismiss(id)}
      >
        <Primitive.Title css={{ fontWeight: 600 }}>{title}</Primitive.Title>
        {description && <Primitive.Description>{description}</Primitive.Description>}
        {action && (
          <div css={buttons}>
            {[action, ...(secondAction ? [secondAction] : [])].map(({ label, onSelect }) => (
              <Primitive.Action
                key={label}
                css={buttonStyle('secondary', 'sm')}
                altText={label}
                onClick={onSelect}
              >
                {label}
              </Primitive.Action>
            ))}
          </div>
        )}
        <Primitive.Close css={close} aria-label="Dismiss">
          <X size={16} aria-hidden />
        </Primitive.Close>
      </Primitive.Root>
    ))}
    {createPortal(
      // outside of what a dialog makes inert
      <div data-toasts>
        <Primitive.Viewport css={viewport} hotkey={['F8']} />
      </div>,
      document.body,
    )}
  </Primitive.Provider>
)
