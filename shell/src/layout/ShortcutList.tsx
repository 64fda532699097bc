import { css } from '@emotion/react'
import { color, Dialog, radius, space } from '@plumbline/ui'
import { Fragment } from 'react'
import { navEntries, withShortcuts } from '../navigation.ts'
import { creationsOf } from '../palette/declarations.ts'
import { paletteKeys } from '../palette/openPalette.ts'
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

const Keys = ({ keys }: { keys: string }) =>
  keys.split(' ').map((key, at) => (
    <Fragment key={key}>
      {at > 0 && ' '}
      <kbd>{key}</kbd>
    </Fragment>
  ))

/** What the keys of `Shortcuts` do. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const site = useSite()
  const places = withShortcuts(navEntries(site))
  const creations = withShortcuts(creationsOf(site.remotes))
  const shortcuts = [
    { keys: paletteKeys, what: 'Search everything, or go anywhere' },
    { keys: '/', what: 'Search this page (or everything)' },
    ...places.map(({ key, label }) => ({ keys: `g ${key}`, what: `Go to ${label}` })),
    ...creations.map(({ key, label }) => ({ keys: `n ${key}`, what: `New ${label.toLowerCase()}` })),
    { keys: 'F8', what: 'Go to the notifications' },
    { keys: 'Esc', what: 'Close dialog' },
    { keys: '?', what: 'Show this list' },
  ]
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" width="sm">
      <dl css={list}>
        {shortcuts.map(({ keys, what }) => (
          <Fragment key={keys}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
