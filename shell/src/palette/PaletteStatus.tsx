import { css } from '@emotion/react'
import { color, space, VisuallyHidden } from '@plumbline/ui'
import type { Results } from './useResults.ts'

const note = css`
  padding: ${space(4)} ${space(5)};
  color: ${color.muted};
  strong { display: block; color: ${color.ink}; font-weight: 600; overflow-wrap: anywhere; }
`

const counted = (groups: Results['groups']) =>
  groups
    .map(({ heading, count }) => {
      const noun = heading.toLowerCase()
      return `${count} ${count === '1' ? noun.replace(/s$/, '') : noun}`
    })
    .join(', ')

type PaletteStatusProps = { text: string; results: Results; isAlone: boolean }

/** How the search stands: read out as it changes, shown where there is nothing else to see. */
export const PaletteStatus = ({ text, results: { state, groups }, isAlone }: PaletteStatusProps) => (
  <div role="status">
    {isAlone && state === 'ready' ? (
      <p css={note}>
        <strong>No records match “{text}”</strong>
        Try part of a name, phone number, email or address, or an invoice number.
      </p>
    ) : isAlone && state === 'loading' ? (
      <p css={note}>Searching…</p>
    ) : (
      <VisuallyHidden>
        {state === 'ready' && (groups.length > 0 ? `Found ${counted(groups)}` : 'No records found')}
        {state === 'failed' && 'The search did not work'}
      </VisuallyHidden>
    )}
  </div>
)
