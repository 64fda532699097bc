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
const steps = css`
  display: flex;
  gap: ${space(1)};
`
const choice = css`
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

const names: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month', agenda: 'Agenda' }
// an agenda goes on by four weeks
const units: Record<View, string> = { day: 'day', week: 'days', month: 'month', agenda: 'weeks' }

type ToolbarProps = {
  title: string
  view: View
  onView: (view: View) => void
  onWalk: (steps: number) => void
  onToday: () => void
}

/** Which days are shown, and how. */
export const Toolbar = ({ title, view, onView, onWalk, onToday }: ToolbarProps) => (
  <div css={bar}>
    <div css={steps}>
      <Button onClick={onToday}>Today</Button>
      <IconButton label={`Previous ${units[view]}`} icon={ChevronLeft} onClick={() => onWalk(-1)} />
      <IconButton label={`Next ${units[view]}`} icon={ChevronRight} onClick={() => onWalk(1)} />
    </div>
    <h2 aria-live="polite">{title}</h2>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend */}
    <div css={choice} role="group" aria-label="View">
      {views.map((it) => (
        <button key={it} type="button" aria-pressed={it === view} onClick={() => onView(it)}>
          {names[it]}
        </button>
      ))}
    </div>
  </div>
)
