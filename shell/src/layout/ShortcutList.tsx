import { css } from '@emotion/react'
import { color, Dialog, radius, space } from '@plumbline/ui'

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

type ShortcutListProps = { places: readonly { key: string; label: string }[]; onClose: () => void }

/** What the keys of `Shortcuts` do. */
export const ShortcutList = ({ places, onClose }: ShortcutListProps) => (
  <Dialog open onClose={onClose} title="Keyboard shortcuts" width="sm">
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
      <dd>Close dialog</dd>
      <dt>
        <kbd>?</kbd>
      </dt>
      <dd>Show this list</dd>
    </dl>
  </Dialog>
)

const Shortcut = ({ letter, label }: { letter: string; label: string }) => (
  <>
    <dt>
      <kbd>g</kbd> <kbd>{letter}</kbd>
    </dt>
    <dd>{label}</dd>
  </>
)
