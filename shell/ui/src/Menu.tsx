import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useOutsidePress } from './floating.ts'
import { type MenuItem, MenuList } from './MenuList.tsx'

type Trigger = {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string
  onClick?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

type MenuProps = {
  label: string
  /** A `Button` or `IconButton`; it gets what makes it a menu's. */
  trigger: ReactElement<Trigger>
  /** Actions, with a line between groups. */
  items: readonly (MenuItem | 'line')[]
  align?: 'start' | 'end'
  /** Open from the start: for a menu that is loaded when it is first wanted. */
  defaultOpen?: boolean
}

/** What can be done with one thing, behind one button. */
export function Menu({ label, trigger, items, align = 'end', defaultOpen = false }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState<'first' | 'last'>()
  const anchor = useRef<HTMLSpanElement>(null)
  // only now is there something to place it beside
  useLayoutEffect(() => {
    if (defaultOpen) setOpen('first')
  }, [defaultOpen])
  useOutsidePress(anchor, Boolean(open), () => setOpen(undefined))
  const close = () => {
    setOpen(undefined)
    anchor.current?.querySelector<HTMLElement>('button, a')?.focus()
  }
  return (
    <span ref={anchor} css={{ display: 'inline-flex' }}>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': Boolean(open),
        'aria-controls': open ? id : undefined,
        onClick: () => (open ? close() : setOpen('first')),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
        },
      })}
      {open && (
        <MenuList
          id={id}
          label={label}
          items={items}
          anchor={anchor}
          align={align}
          start={open}
          onClose={close}
        />
      )}
    </span>
  )
}
