import { css, keyframes } from '@emotion/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { color, motion, radius, shadow } from './tokens.ts'

const appear = keyframes`from { opacity: 0; transform: translateY(-4px) }`

/** The look of what opens beside a control. */
export const floatingStyle = css`
  position: fixed;
  inset: auto;
  margin: 0;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  color: ${color.ink};
  box-shadow: ${shadow.float};
  overflow-y: auto;
  overscroll-behavior: contain;
  animation: ${appear} ${motion};
`

/** Calls back when a pointer is pressed outside of `inside`. */
export function useOutsidePress(
  inside: RefObject<Element | null>,
  active: boolean,
  onOutside: () => void,
): void {
  const press = useEffectEvent(({ target }: PointerEvent) => {
    if (!inside.current?.contains(target as Node)) onOutside()
  })
  useEffect(() => {
    if (!active) return
    document.addEventListener('pointerdown', press, true)
    return () => document.removeEventListener('pointerdown', press, true)
  }, [active])
}
