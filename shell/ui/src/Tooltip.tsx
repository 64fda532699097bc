import { css } from '@emotion/react'
import { cloneElement, type ReactElement, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useFloating } from './positionPopover.ts'
import { color, radius, space, text } from './tokens.ts'

// spec §9
const openDelayMs = 700
const skipDelayMs = 300
const offset = 4

let lastClosedAt = Number.NEGATIVE_INFINITY

const bubble = css`
  position: fixed;
  inset: auto;
  margin: 0;
  max-width: 280px;
  padding: ${space(1.5)} ${space(2.5)};
  border: 0;
  border-radius: ${radius.control};
  background: ${color.ink};
  color: ${color.paper};
  font-size: ${text.sm};
  font-weight: 500;
  line-height: 1.4;
  text-align: left;
  white-space: normal;
  overflow: visible;
  &::before { content: ''; position: absolute; inset: -${offset}px; z-index: -1; }
`

let isMovedByKey = false
let isWatching = false

/** Notes whether a key moves the focus. What a layer gives back when it closes is no reason for a hint that nothing closes. */
function watchInput() {
  if (isWatching) return
  isWatching = true
  const noteKey = (key: string) => {
    isMovedByKey = /^(Tab|Arrow)/.test(key)
  }
  window.addEventListener('pointerdown', () => noteKey(''), true)
  window.addEventListener('keydown', ({ key }) => noteKey(key), true)
}

function useHint() {
  const [open, setOpen] = useState(false)
  const timer = useRef(0)
  const show = (delay: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(true), delay)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    if (open) lastClosedAt = performance.now()
    setOpen(false)
  }
  useEffect(() => {
    watchInput()
    return () => window.clearTimeout(timer.current)
  }, [])
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    hide()
  })
  // wherever the focus is: the pointer may have opened it, https://www.w3.org/TR/WCAG22/#content-on-hover-or-focus
  useEffect(() => {
    if (!open) return
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [open])
  const hover = () => show(performance.now() - lastClosedAt < skipDelayMs ? 0 : openDelayMs)
  return { open, show, hide, hover }
}

type TooltipProps = { text: string; children: ReactElement; isLabel?: boolean }

/** A short description, shown on hover and on keyboard focus. */
export function Tooltip({ text: hint, children, isLabel = false }: TooltipProps) {
  const id = useId()
  const anchor = useRef<Element>(null)
  const floating = useRef<HTMLSpanElement>(null)
  const { open, show, hide, hover } = useHint()
  useFloating(anchor, floating, open, { side: 'top', align: 'center', gap: offset })
  const described = open && !isLabel ? { 'aria-describedby': id } : {}
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the child
    <span
      css={{ display: 'contents' }}
      onPointerEnter={(event) => {
        anchor.current = event.currentTarget.firstElementChild
        if (event.pointerType === 'mouse') hover()
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        anchor.current = event.currentTarget.firstElementChild
        if (isMovedByKey && event.target.matches(':focus-visible')) show(0)
      }}
      onBlur={hide}
    >
      {cloneElement(children, described)}
      {open && (
        <span ref={floating} id={id} role="tooltip" popover="manual" css={bubble}>
          {hint}
        </span>
      )}
    </span>
  )
}
