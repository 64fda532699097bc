import { css } from '@emotion/react'
import { formatMoney } from '@plumbline/contract/money'
import { formatHours } from '@plumbline/contract/when'
import { color, initials, phone, radius, shadow, space, Tooltip, text, VisuallyHidden } from '@plumbline/ui'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { lookOfAppointment } from '../appointments/AppointmentBadge.tsx'
import { customerName, isOpen } from '../appointments/appointment.ts'
import { HoursMark, useOutsideHours } from '../appointments/HoursMark.tsx'
import { blockLink, type Drag, type Press } from './blockLink.ts'
import type { PlacedSegment } from './daySegments.ts'
import { bindWords, townOf } from './format.ts'
import { minutesOfDay } from './slot.ts'
import { statusStyles } from './statusStyles.ts'

const place = css`
  position: absolute;
  container-type: size;
  padding: 0 2px 2px 0;
`

// still part of the accessible name
const hidden = 'position: absolute; clip-path: inset(50%);'

const block = css`
  --line: 16px;
  position: relative;
  display: block;
  height: 100%;
  padding: ${space(1)} ${space(1.5)} ${space(1)} ${space(2.5)};
  border-radius: ${radius.control};
  overflow: hidden;
  color: ${color.ink};
  font-size: ${text.xs};
  line-height: var(--line);
  text-decoration: none;
  user-select: none;
  -webkit-touch-callout: none;
  touch-action: manipulation;
  &:focus-visible { outline-offset: -2px; z-index: 1; }
  b { display: flex; gap: ${space(1)}; font-weight: 600; }
  [data-title] { flex: 1; min-width: 0; }
  [data-warning] { color: ${color.amber}; }
  [data-more] { display: none; }
  /* whole, or on a line that is hidden */
  [data-town] { display: inline-block; }
  b svg { flex: none; width: 13px; height: 13px; margin-top: 1.5px; }
  /* one line of whole words: those without room wrap, and are hidden */
  [data-title], p { max-height: var(--line); overflow: hidden; }
  p { color: ${color.muted}; font-variant-numeric: tabular-nums; }
  [data-crew] { color: ${color.ink}; font-weight: 600; }
  &[data-status='cancelled'] :is([data-title], [data-service]) { text-decoration: line-through; }
  &[data-movable] { cursor: grab; }
  &[data-held] { box-shadow: 0 0 0 2px ${color.accent}, ${shadow.float}; cursor: grabbing; }
  &[data-left] { opacity: 0.4; }
  ${phone} { --line: 18px; font-size: ${text.sm}; }
  @container (height < 46px) {
    display: flex;
    gap: ${space(1.5)};
    align-items: center;
    padding-block: 0;
    b { flex: none; max-width: 100%; }
    p { flex: 1; min-width: 0; }
    p + p { ${hidden} }
  }
  @container (width < 240px) and (height < 46px) { p { ${hidden} } }
  @container (width < 120px) { padding-inline: ${space(1.25)} 1px; }
  @container (72px <= width < 120px) and (height >= 46px) {
    [data-title], p { max-height: calc(2 * var(--line)); }
    [data-town] { display: none; }
    [data-status-icon] { position: absolute; right: 3px; bottom: 4px; }
  }
  @container (width < 72px) or ((width < 120px) and (height < 46px)) {
    b { flex-wrap: wrap; gap: 0 2px; }
    p, [data-name] { ${hidden} }
    [data-title]::before { content: attr(data-title) / ''; }
  }
  /* as wide as a day: where, what and for how much */
  @container (width >= 480px) and (height >= 46px) {
    display: grid;
    grid-template: repeat(3, auto) / minmax(180px, 1fr) minmax(0, 2fr) auto;
    gap: 0 ${space(6)};
    align-content: start;
    b { gap: ${space(2)}; }
    [data-title] { flex: none; max-width: 100%; }
    [data-town] { display: none; }
    [data-more] { display: block; grid-column: 2; }
    [data-more='address'] { grid-row: 1; color: ${color.ink}; }
    [data-more='description'] { grid-row: 2 / 4; max-height: calc(2 * var(--line)); }
    [data-more='price'] { grid-area: 1 / 3; color: ${color.ink}; font-weight: 600; }
    > b, > p:not([data-more]) { grid-column: 1; }
  }
  @container (width < 72px) or ((width < 120px) and (46px <= height < 80px)) { [data-status-icon] { display: none; } }
  @container (width < 40px) and (height < 46px) { [data-warning] { ${hidden} } }
`

const edge = css`
  position: absolute;
  inset: auto 0 0;
  height: 8px;
  cursor: ns-resize;
  &::after {
    content: '';
    position: absolute;
    inset: auto 0 2px;
    width: 18px;
    height: 3px;
    margin: 0 auto;
    border-radius: ${radius.pill};
    background: currentColor;
    opacity: 0;
  }
  a:is(:hover, :focus-visible, [data-held]) > &::after { opacity: 0.45; }
  @media (hover: none) { &::after { opacity: 0.3; } }
`

type AppointmentBlockProps = {
  segment: PlacedSegment
  overlaps: boolean
  /** Who does it, where there is a team. */
  crew: string | undefined
  /** The lane says who does it. */
  isInLane: boolean
  canMove: boolean
  /** `held` is the one being moved, `left` the one at the old place meanwhile. */
  drag?: Drag | undefined
  onPress?: Press
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Where something of a day lies in its column. */
export const placeOf = ({
  from,
  to,
  column,
  columns,
}: Pick<PlacedSegment, 'from' | 'to' | 'column' | 'columns'>) => ({
  top: percent(from, minutesOfDay),
  height: percent(to - from, minutesOfDay),
  left: percent(column, columns),
  width: percent(1, columns),
})

/** An appointment in a day column, placed by its time. */
export function AppointmentBlock(props: AppointmentBlockProps) {
  const { segment, overlaps, crew, isInLane, canMove, drag, onPress } = props
  const { appointment, to } = segment
  const { serviceType: service, address, description, totalAmount } = appointment
  const town = address && townOf(address)
  const { label, icon: Icon } = lookOfAppointment(appointment)
  const isMovable = canMove && isOpen(appointment)
  const outside = useOutsideHours()
  const [hours, customer] = [formatHours(appointment), customerName(appointment)]
  const [firstName = '', ...lastNames] = customer.split(' ')
  return (
    <li
      css={place}
      style={{
        ...placeOf(segment),
        zIndex: drag === 'held' ? 2 : undefined,
        pointerEvents: drag === 'held' ? 'none' : undefined,
      }}
    >
      <Tooltip text={`${hours}: ${service}, ${customer}${crew ? `, ${crew}` : ''}`} isLabel>
        <Link
          {...blockLink({ appointment, isMovable, drag, onPress })}
          css={[block, statusStyles[appointment.status]]}
          data-cut={to === minutesOfDay || undefined}
        >
          <b>
            <VisuallyHidden>{label}: </VisuallyHidden>
            <span data-title={initials(firstName, lastNames.at(-1) ?? '')}>
              <span data-name>{customer}</span>
            </span>
            {overlaps && <TriangleAlert data-warning role="img" aria-label="overlaps another appointment" />}
            <HoursMark reasons={outside(appointment)} />
            <Icon data-status-icon aria-hidden />
          </b>
          <p>
            {crew && isInLane && <VisuallyHidden>{`${crew}, `}</VisuallyHidden>}
            {crew && !isInLane && <span data-crew>{`${crew}, `}</span>}
            <span data-service>{bindWords(service)}</span>
            {town && <span data-town>{`\u00a0· ${town}`}</span>}
          </p>
          <p>{bindWords(hours)}</p>
          {address && <p data-more="address">{address}</p>}
          {description && <p data-more="description">{description}</p>}
          {totalAmount !== null && <p data-more="price">{formatMoney(totalAmount)}</p>}
          {isMovable && to < minutesOfDay && <span css={edge} aria-hidden />}
        </Link>
      </Tooltip>
    </li>
  )
}
