import { css } from '@emotion/react'
import { color, Dialog, radius, space } from '@plumbline/ui'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { navEntries, withKeys } from '../navigation.ts'
import { useSite } from '../site.ts'

const list = css`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space(3)} ${space(5)};
  align-items: baseline;
  margin: 0;
  dd { margin: 0; }
  kbd {
    padding: 1px ${space(2)};
    border: 1px solid ${color.line};
    border-bottom-width: 2px;
    border-radius: ${radius.control};
    background: ${color.paper};
    font: inherit;
    font-weight: 600;
  }
`

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const chordMs = 1_000

/** Keys that work on every page: `/` to search, `g` and a letter to go somewhere, `?` for this list. */
export function Shortcuts() {
  const { remotes } = useSite()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const places = withKeys(navEntries(remotes))
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

  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard shortcuts" width="sm">
      <dl css={list}>
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>Search this page</dd>
        {places.map(({ key, label }) => (
          <Shortcut key={label} letter={key} label={`Go to ${label}`} />
        ))}
        <dt>
          <kbd>F8</kbd>
        </dt>
        <dd>Go to the notifications</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>Close what is on top</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>Show this list</dd>
      </dl>
    </Dialog>
  )
}

const Shortcut = ({ letter, label }: { letter: string; label: string }) => (
  <>
    <dt>
      <kbd>g</kbd> <kbd>{letter}</kbd>
    </dt>
    <dd>{label}</dd>
  </>
)
