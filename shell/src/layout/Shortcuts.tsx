import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { navEntries, withShortcuts } from '../navigation.ts'
import { useSite } from '../site.ts'

// rarely needed, so it is no part of the first page
const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList.tsx')).ShortcutList }))

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const chordMs = 1_000

/** Keys that work on every page: `/` to search, `g` and a letter to go somewhere, `?` for this list. */
export function Shortcuts() {
  const { remotes } = useSite()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const places = withShortcuts(navEntries(remotes))
  // between two keys a page may appear and this be drawn anew
  const goingSince = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return
      // a layer that is open has keys of its own
      if (document.querySelector('[data-layer]')) return
      const going = performance.now() - goingSince.current < chordMs
      goingSince.current = Number.NEGATIVE_INFINITY
      const place = going ? places.find(({ key }) => key === event.key) : undefined
      if (place) void navigate(place.to)
      else if (event.key === 'g') goingSince.current = performance.now()
      else if (event.key === '?') setOpen(true)
      else if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

  return <Suspense>{open && <ShortcutList places={places} onClose={() => setOpen(false)} />}</Suspense>
}
