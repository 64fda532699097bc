import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { navEntries, withShortcuts } from '../navigation.ts'
import { closePalette, loadPalette, openPalette, paletteAtom, typeAhead } from '../palette/openPalette.ts'
import { rememberPlace } from '../palette/recentPlaces.ts'
import { useSite } from '../site.ts'

// rarely needed, so it is no part of the first page
const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList.tsx')).ShortcutList }))

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const chordMs = 1_000

function search() {
  const field = document.querySelector<HTMLElement>('main input[type=search]')
  field ? field.focus() : void openPalette()
}

/**
 * Keys that work on every page: Ctrl-K for everything, `/` to search, `g` and a letter to go somewhere, `n` and a letter for
 * something new, `?` for the list of them.
 */
export function Shortcuts() {
  const site = useSite()
  const navigate = useNavigate()
  const address = useLocation()
  const [open, setOpen] = useState(false)
  const opened = useAtomValue(paletteAtom)
  const isPageOnItsWay = useNavigation().state !== 'idle'
  const searchesNextPage = useRef(false)
  // between two keys a page may appear and this be drawn anew
  const first = useRef({ key: '', at: 0 })

  // in time for a key that follows what is drawn
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const isPaletteKey = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !event.shiftKey
      if (isPaletteKey) {
        event.preventDefault()
        // the login screen over the page of a session that ended has no search
        if (opened) closePalette()
        else if (!document.querySelector('[data-signed-out]')) void openPalette()
      }
      if (ctrlKey || metaKey || altKey) return
      if (typeAhead(key)) return event.preventDefault()
      if (writes(event.target)) return
      // a layer that is open has keys of its own
      if (document.querySelector('[data-layer]')) return
      // what is typed for its search is no key of the page that leaves
      if (searchesNextPage.current && key.length === 1) return event.preventDefault()
      const { key: prefix, at } = first.current
      const isSecond = performance.now() - at < chordMs
      first.current = { key: '', at: 0 }
      const place =
        isSecond && prefix === 'g' ? withShortcuts(navEntries(site)).find((it) => it.key === key) : undefined
      if (place) void navigate(place.to)
      else if (isSecond && prefix === 'n' && /^[a-z]$/.test(key))
        void loadPalette().then((loaded) => loaded?.createByKey(key, site.remotes, address, navigate))
      else if (key === 'g' || key === 'n') first.current = { key, at: performance.now() }
      else if (key === '?') setOpen(true)
      else if (key !== '/') return
      else if (isPageOnItsWay) searchesNextPage.current = true
      else search()
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

  useEffect(() => {
    if (isPageOnItsWay || !searchesNextPage.current) return
    searchesNextPage.current = false
    search()
  }, [isPageOnItsWay])

  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have the same title
  useEffect(() => {
    // when a title changes, the address has changed already, but this was not drawn anew
    const remember = () => rememberPlace(window.location, document.title)
    remember()
    const observer = new MutationObserver(remember)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [address])

  return (
    <>
      <Suspense>{open && <ShortcutList onClose={() => setOpen(false)} />}</Suspense>
      {opened && <opened.Palette text={opened.text} onClose={closePalette} />}
    </>
  )
}
