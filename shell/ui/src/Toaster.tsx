import { css, keyframes } from '@emotion/react'
import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { color, motion, radius, shadow, space } from './tokens.ts'

export type ToastView = {
  id: number
  title: string
  description?: string
  tone: 'default' | 'destructive'
  open: boolean
}

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
  z-index: 60;
  inset: auto 0 0 0;
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: ${space(4)};
  list-style: none;
  outline: none;
  @media (min-width: 768px) { left: auto; width: 420px; }
  @media (max-width: 767px) { bottom: 64px; }
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

/** Shows notifications: 5 s, swipe right by 50 px to dismiss, F8 moves the focus there. */
export const Toaster = ({
  toasts,
  onDismiss,
}: {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
}) => (
  <Primitive.Provider duration={5_000} swipeDirection="right" swipeThreshold={50}>
    {toasts.map(({ id, title, description, tone, open }) => (
      <Primitive.Root
        key={id}
        css={card}
        data-tone={tone}
        open={open}
        type={tone === 'destructive' ? 'foreground' : 'background'}
        onOpenChange={(next) => !next && onDismiss(id)}
      >
        <Primitive.Title css={{ fontWeight: 600 }}>{title}</Primitive.Title>
        {description && <Primitive.Description>{description}</Primitive.Description>}
        <Primitive.Close css={close} aria-label="Dismiss">
          <X size={16} aria-hidden />
        </Primitive.Close>
      </Primitive.Root>
    ))}
    <Primitive.Viewport css={viewport} hotkey={['F8']} />
  </Primitive.Provider>
)
