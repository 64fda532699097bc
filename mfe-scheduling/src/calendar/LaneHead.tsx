import { css } from '@emotion/react'
import { color, space, text } from '@plumbline/ui'
import { jobCount } from './format.ts'

const head = css`
  display: flex;
  gap: ${space(2)};
  align-items: baseline;
  justify-content: space-between;
  min-width: 0;
  padding: ${space(2)} ${space(2.5)};
  border-left: 1px solid ${color.line};
  h3 { overflow: hidden; font-size: ${text.sm}; text-overflow: ellipsis; white-space: nowrap; }
  small { color: ${color.muted}; font-size: ${text.xs}; font-variant-numeric: tabular-nums; white-space: nowrap; }
  &[data-none] h3 { color: ${color.muted}; }
`

type LaneHeadProps = { name: string; isUnassigned: boolean; isOff: boolean; count: number }

/** The heading of a lane: whose it is, whether they are off, and how many jobs are in it. */
export const LaneHead = ({ name, isUnassigned, isOff, count }: LaneHeadProps) => (
  <div css={head} data-none={isUnassigned || undefined}>
    <h3>{name}</h3>
    <small>{[isOff && 'Off', count > 0 && jobCount(count)].filter(Boolean).join(' · ')}</small>
  </div>
)
