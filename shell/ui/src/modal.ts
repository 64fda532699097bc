import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { layerEvent } from './layerEvent.ts'
import { motionMs } from './tokens.ts'

const layers = '[data-layer]:not([data-leaving])'
const stops =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/**
 * Makes everything but the top layer inert, except notifications. The state is in the document alone,
 * for the layers of several micro-frontends lie over each other.
 */
function settle(): void {
  const top = [...document.querySelectorAll(layers)].at(-1)
  for (const child of document.body.children)
    if (child instanceof HTMLElement && !child.matches('[data-toasts]'))
      child.inert = top !== undefined && child !== top
  const { documentElement: html } = document
  if (top && !html.hasAttribute('data-modal'))
    html.style.setProperty('--scrollbar', `${window.innerWidth - html.clientWidth}px`)
  html.toggleAttribute('data-modal', top !== undefined)
}

function keepInside(panel: HTMLElement, event: KeyboardEvent): void {
  const all = [...panel.querySelectorAll<HTMLElement>(stops)].filter((it) => it.checkVisibility())
  const [first = panel, last = panel] = [all[0], all.at(-1)]
  const at = document.activeElement
  const outside = !panel.contains(at) || at === panel
  const next = event.shiftKey ? (at === first || outside) && last : (at === last || outside) && first
  if (!next) return
  event.preventDefault()
  next.focus()
}

const firstField = 'form :is(input:not([type=hidden], [type=file]), select, textarea):not(:disabled)'

/** What asks for the focus, else the first field of a form, else the layer itself. */
function focusFirst(panel: HTMLElement): void {
  const target = ['[data-autofocus]', firstField, '[role]'].map((it) => panel.querySelector<HTMLElement>(it))
  target.find(Boolean)?.focus()
}

/** What makes a layer modal: it takes the focus, keeps it, gives it back, and goes with Esc. */
export function useModal(layer: RefObject<HTMLElement | null>, leaving: boolean, onClose: () => void): void {
  const [focused] = useState(() => document.activeElement)
  const opener = useRef(focused)
  const lastFocused = useRef<Element>(null)
  useLayoutEffect(() => {
    const noteFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && layer.current?.contains(target)) lastFocused.current = target
    }
    document.addEventListener('focusin', noteFocus)
    return () => document.removeEventListener('focusin', noteFocus)
  }, [layer])
  useLayoutEffect(() => {
    const panel = layer.current
    // a layer that this one replaced had the focus, and has just given it back
    if (!opener.current?.isConnected) opener.current = document.activeElement
    const goBack = () => {
      settle()
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus({ preventScroll: true })
    }
    // not only in the clean-up: React gives the focus back to where it was when that has run
    if (leaving || !panel) return goBack()
    delete panel.dataset.leaving
    settle()
    window.dispatchEvent(new Event(layerEvent))
    if (!panel.contains(document.activeElement)) focusFirst(panel)
    return () => {
      panel.dataset.leaving = ''
      goBack()
    }
  }, [layer, leaving])

  // the next step of a dialog may have removed what had the focus; on its way to another control nothing has it either
  useLayoutEffect(() => {
    const panel = layer.current
    const isLost = document.activeElement === document.body && !lastFocused.current?.isConnected
    if (panel && !leaving && !panel.inert && isLost) focusFirst(panel)
  })

  const press = useEffectEvent((event: KeyboardEvent) => {
    const panel = layer.current
    if (!panel || panel.inert || leaving || event.defaultPrevented) return
    if (event.key === 'Tab') return keepInside(panel, event)
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    onClose()
  })
  // from the moment it is on the screen: Escape may be on its way
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** `entered` while open, `leaving` for as long as the way out takes, then nothing. */
export function usePresence(open: boolean): 'entered' | 'leaving' | undefined {
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)
  useEffect(() => {
    if (open) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setPresent(false), still ? 0 : motionMs)
    return () => clearTimeout(timer)
  }, [open])
  return open ? 'entered' : present ? 'leaving' : undefined
}
