import { css } from '@emotion/react'
import {
  Button,
  IconButton,
  SegmentedControl,
  Select,
  space,
  text,
  useIsPhone,
  useMediaQuery,
} from '@plumbline/ui'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type View, views } from './useView.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  margin-bottom: ${space(4)};
  h2 { flex: 1 0 auto; font-size: ${text.xl}; font-variant-numeric: tabular-nums; }
  /* beside the tabs */
  @media screen and (min-width: 1024px) { position: absolute; inset: 0 0 auto 190px; flex-wrap: nowrap; height: 44px; margin: 0; }
`
// the first of two rows above the days; the page's own buttons are at its end
const phoneRow = css`
  position: absolute;
  inset: 0 96px auto 0;
  display: flex;
  align-items: center;
  height: 44px;
  h2 { overflow: hidden; font-size: ${text.lg}; text-overflow: ellipsis; white-space: nowrap; font-variant-numeric: tabular-nums; }
`
// the second, beside the tabs
const phoneChoices = css`
  position: absolute;
  inset: 44px 0 auto auto;
  display: flex;
  gap: ${space(2)};
  @media print { display: none; }
  button { padding: 0 ${space(2.5)}; }
  @media (max-width: 359px) { gap: ${space(1)}; button, select { padding-left: ${space(2)}; font-size: ${text.md}; } button { padding-right: ${space(2)}; } }
`
const whoRow = css`
  margin-bottom: ${space(2)};
  @media print { display: none; }
`
const pager = css`
  display: flex;
  gap: ${space(1)};
  @media print { display: none; }
`
const viewNames: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month', agenda: 'Agenda' }
const segments = views.map((value) => ({ value, label: viewNames[value] }))
// the arrows go by this much
const pageNames: Record<View, string> = { day: 'day', week: 'days', month: 'month', agenda: 'weeks' }

/** With room for everything in the row of the tabs. */
export const wideQuery = '@media screen and (min-width: 1600px)'

type ToolbarProps = {
  title: string
  view: View
  onView: (view: View) => void
  onPage: (direction: 1 | -1) => void
  onToday: () => void
  /** Whose jobs are shown; where there is no room in the row, on one of its own. */
  who: ReactNode
}

/** Chooses the days and how they are shown. */
export function Toolbar({ title, view, onView, onPage, onToday, who }: ToolbarProps) {
  const isPhone = useIsPhone()
  const isWide = useMediaQuery(wideQuery)
  const today = <Button onClick={onToday}>Today</Button>
  const previous = (
    <IconButton label={`Previous ${pageNames[view]}`} icon={ChevronLeft} onClick={() => onPage(-1)} />
  )
  const next = <IconButton label={`Next ${pageNames[view]}`} icon={ChevronRight} onClick={() => onPage(1)} />
  const heading = <h2 aria-live="polite">{title}</h2>
  if (isPhone)
    return (
      <>
        <div css={phoneRow}>
          {previous}
          {heading}
          {next}
        </div>
        <div css={phoneChoices}>
          {today}
          <Select
            aria-label="View"
            value={view}
            onChange={({ target }) => onView(views.find((it) => it === target.value) ?? 'day')}
            options={segments}
          />
        </div>
        {who && <div css={whoRow}>{who}</div>}
      </>
    )
  return (
    <>
      <div css={bar}>
        <div css={pager}>
          {today}
          {previous}
          {next}
        </div>
        {heading}
        {isWide && who}
        <SegmentedControl label="View" segments={segments} value={view} onChange={onView} />
      </div>
      {!isWide && who && <div css={whoRow}>{who}</div>}
    </>
  )
}
