import { css, keyframes } from '@emotion/react'
import { color, layer, motion, phone, radius, Spinner, shadow, space, text, useModal } from '@plumbline/ui'
import { Search, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { signOutAndRedirect } from '../layout/signOutAndRedirect.ts'
import { useSite } from '../site.ts'
import { chooseTheme, themes } from '../theme.ts'
import { idsAt } from './declarations.ts'
import { PaletteList } from './PaletteList.tsx'
import { PaletteStatus } from './PaletteStatus.tsx'
import { recentPlaces } from './recentPlaces.ts'
import { useRecords } from './records.ts'
import { type Group, suggestionsFor } from './suggestions.ts'
import { useActiveRow } from './useActiveRow.ts'
import { useResults } from './useResults.ts'

const fade = keyframes`from { opacity: 0 }`

const overlay = css`
  position: fixed;
  z-index: ${layer.modal};
  inset: 0;
  display: flex;
  align-items: flex-start;
  justify-content: center;
  padding: min(12vh, 96px) ${space(6)} ${space(6)};
  background: ${color.overlay};
  animation: ${fade} ${motion};
  ${phone} { padding: 0; }
  @media print { display: none; }
`

// the close button comes last for the keyboard and stands in the first line
const panel = css`
  display: grid;
  grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) auto;
  width: 100%;
  max-width: 640px;
  max-height: min(600px, 100%);
  overflow: hidden;
  border-radius: ${radius.surface};
  background: ${color.surface};
  box-shadow: ${shadow.float};
  outline: none;
  ${phone} { max-width: none; height: 100dvh; max-height: none; border-radius: 0; }
`

const field = css`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  height: 56px;
  padding-left: ${space(5)};
  color: ${color.muted};
  > svg { flex: none; }
  input {
    flex: 1;
    min-width: 0;
    height: 100%;
    padding: 0;
    border: 0;
    outline: none;
    background: none;
    color: ${color.ink};
    font-size: ${text.lg};
    text-overflow: ellipsis;
  }
  input::placeholder { color: ${color.muted}; opacity: 1; }
  ${phone} { padding-left: ${space(4)}; }
`

const close = css`
  grid-area: 1 / 2;
  display: grid;
  place-items: center;
  align-self: center;
  width: 36px;
  height: 36px;
  margin: 0 ${space(2.5)};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  cursor: pointer;
  &:hover { background: ${color.sunken}; color: ${color.ink}; }
  ${phone} { width: 44px; height: 44px; margin: 0 ${space(1)}; }
`

const body = css`
  grid-area: 2 / 1 / auto / span 2;
  display: flex;
  flex-direction: column;
  min-height: 0;
  border-top: 1px solid ${color.line};
`

const hints = css`
  grid-area: 3 / 1 / auto / span 2;
  display: flex;
  gap: ${space(4)};
  margin: 0;
  padding: ${space(2)} ${space(5)};
  border-top: 1px solid ${color.line};
  color: ${color.muted};
  font-size: ${text.xs};
  kbd { font: inherit; font-weight: 600; }
  ${phone} { display: none; }
`

const failed = (onRetry: () => void): Group => ({
  id: 'failed',
  heading: 'The search did not work',
  rows: [{ id: 'retry', label: 'Try again', icon: 'retry', onSelect: onRetry }],
})

const commandsOfShell = [
  ...themes.map(({ theme, label }) => ({
    ...{ id: `theme ${theme}`, label, words: 'appearance colors mode', icon: theme },
    onSelect: () => chooseTheme(theme),
  })),
  {
    ...{ id: 'sign out', label: 'Logout', words: 'log out sign out', icon: 'signOut' },
    onSelect: () => void signOutAndRedirect(),
  },
]

/** Search and everything that can be done from here, by keyboard alone: type, arrow keys, Enter. */
export function Palette({ text: typedBefore, onClose }: { text: string; onClose: () => void }) {
  const id = useId()
  const { remotes, may } = useSite()
  const address = useLocation()
  const root = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(typedBefore)
  const text = typed.trim().replace(/\s+/g, ' ')
  const ids = idsAt(remotes, address)
  const records = useRecords(remotes, ids)
  const results = useResults(text)
  const { state, isStale = false } = results
  const commands = commandsOfShell.map((row) => ({
    ...row,
    onSelect: () => {
      onClose()
      row.onSelect()
    },
  }))
  const known = { remotes, may, address, ids, records, places: recentPlaces(), commands }
  const suggestions = suggestionsFor(known, text)
  const found = state === 'failed' ? [...results.groups, failed(results.retry)] : results.groups
  const isWaiting = isStale && suggestions.length === 0
  const { activeId, press } = useActiveRow(id, [...suggestions, ...found], text, isWaiting)
  useModal(root, false, onClose)
  return createPortal(
    <div
      ref={root}
      css={overlay}
      data-layer
      onPointerDown={({ target }) => target === root.current && onClose()}
    >
      <div css={panel} role="dialog" aria-modal aria-label="Search" tabIndex={-1}>
        <div css={field}>
          {state === 'loading' ? <Spinner size={18} /> : <Search size={18} aria-hidden />}
          <input
            data-autofocus
            role="combobox"
            aria-label="Search everything"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-activedescendant={activeId}
            placeholder="Search or jump to…"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={press}
          />
        </div>
        <div css={body}>
          <PaletteList
            id={id}
            suggestions={suggestions}
            found={found}
            isStale={isStale}
            activeId={activeId}
            onLeave={onClose}
          />
          <PaletteStatus text={text} results={results} isAlone={suggestions.length + found.length === 0} />
        </div>
        <p css={hints} aria-hidden>
          <span>
            <kbd>↑ ↓</kbd> choose
          </span>
          <span>
            <kbd>Enter</kbd> open
          </span>
          <span>
            <kbd>Esc</kbd> close
          </span>
        </p>
        <button type="button" css={close} aria-label="Close" onClick={onClose}>
          <X size={18} aria-hidden />
        </button>
      </div>
    </div>,
    document.body,
  )
}
