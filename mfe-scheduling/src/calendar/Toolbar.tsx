import { css } from '@emotion/react'
import { Button, color, IconButton, phone, radius, space, text } from '@plumbline/ui'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type View, views } from './useView.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  margin-bottom: ${space(4)};
  h2 { flex: 1 0 auto; font-size: ${text.xl}; font-variant-numeric: tabular-nums; }
  ${phone} {
    gap: ${space(3)} ${space(2)};
    margin-bottom: ${space(3)};
    h2 { flex: 1; order: -1; font-size: ${text.lg}; }
  }
`
const pager = css`
  display: flex;
  gap: ${space(1)};
`
const viewSwitch = css`
  display: flex;
  padding: 2px;
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunken};
  button {
    min-height: 32px;
    padding: 0 ${space(3)};
    border: 0;
    border-radius: 4px;
    background: none;
    color: ${color.muted};
    font-size: ${text.sm};
    font-weight: 600;
    cursor: pointer;
  }
  button:hover { color: ${color.ink}; }
  button[aria-pressed='true'] { background: ${color.surface}; color: ${color.ink}; box-shadow: 0 0 0 1px ${color.line}; }
  ${phone} { flex: 1 0 100%; button { flex: 1; min-height: 44px; padding: 0; font-size: ${text.md}; } }
`

const viewNames: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month', agenda: 'Agenda' }
// the arrows go by this much
const pageNames: Record<View, string> = { day: 'day', week: 'days', month: 'month', agenda: 'weeks' }

type ToolbarProps = {
  title: string
  view: View
  onView: (view: View) => void
  onPage: (direction: 1 | -1) => void
  onToday: () => void
}

/** Chooses the days and how they are shown. */
export const Toolbar = ({ title, view, onView, onPage, onToday }: ToolbarProps) => (
  <div css={bar}>
    <div css={pager}>
      <Button onClick={onToday}>Today</Button>
      <IconButton label={`Previous ${pageNames[view]}`} icon={ChevronLeft} onClick={() => onPage(-1)} />
      <IconButton label={`Next ${pageNames[view]}`} icon={ChevronRight} onClick={() => onPage(1)} />
    </div>
    <h2 aria-live="polite">{title}</h2>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend */}
    <div css={viewSwitch} role="group" aria-label="View">
      {views.map((it) => (
        <button key={it} type="button" aria-pressed={it === view} onClick={() => onView(it)}>
          {viewNames[it]}
        </button>
      ))}
    </div>
  </div>
)
