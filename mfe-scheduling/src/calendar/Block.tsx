import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, phone, radius, shadow, space, Tooltip, text, VisuallyHidden } from '@plumbline/ui'
import { TriangleAlert } from 'lucide-react'
import type { PointerEvent } from 'react'
import { Link } from 'react-router-dom'
import { customerName } from '../appointments/appointment.ts'
import { isMovable, minutesOfDay } from './moving.ts'
import type { Placed } from './parts.ts'
import { toned } from './toned.ts'
import { hoursOf, looks } from './words.ts'

const place = css`
  position: absolute;
  container-type: size;
  padding: 0 2px 2px 0;
`

const block = css`
  position: relative;
  display: block;
  height: 100%;
  padding: ${space(1)} ${space(1.5)} ${space(1)} ${space(2.5)};
  border-radius: ${radius.control};
  overflow: hidden;
  color: ${color.ink};
  font-size: ${text.xs};
  line-height: 16px;
  text-decoration: none;
  user-select: none;
  -webkit-touch-callout: none;
  touch-action: manipulation;
  &:focus-visible { outline-offset: -2px; z-index: 1; }
  b { display: flex; gap: ${space(1)}; font-weight: 600; }
  b svg { flex: none; width: 13px; height: 13px; margin-top: 1.5px; }
  [data-title], p { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  p { color: ${color.muted}; font-variant-numeric: tabular-nums; }
  &[data-status='cancelled'] [data-title] { text-decoration: line-through; }
  &[data-movable] { cursor: grab; }
  &[data-held] { box-shadow: 0 0 0 2px ${color.accent}, ${shadow.float}; cursor: grabbing; }
  &[data-left] { opacity: 0.4; }
  @container (height < 46px) {
    display: flex;
    gap: ${space(1.5)};
    align-items: center;
    padding-block: 0;
    line-height: 18px;
    b { min-width: 0; }
    p { flex: none; }
    p + p { display: none; }
  }
  @container (width < 100px) and (height >= 46px) {
    padding-inline: ${space(1.75)} 3px;
    b { flex-wrap: wrap; }
    [data-title] { flex-basis: 100%; order: 1; }
    [data-title], p { text-overflow: clip; white-space: normal; }
  }
  @container (width < 120px) and (height < 46px) { p { display: none; } }
  ${phone} { font-size: ${text.sm}; line-height: 18px; }
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

type BlockProps = {
  part: Placed
  clashes: boolean
  /** Held in the hand, or left behind while it is. */
  drag?: 'held' | 'left' | undefined
  onPress?: (event: PointerEvent<HTMLElement>, appointment: Appointment) => void
}

const share = (part: number, whole: number) => `${(part / whole) * 100}%`

/** An appointment in a day: where it stands is when it is. */
export function Block({ part, clashes, drag, onPress }: BlockProps) {
  const { appointment, from, to, column, columns } = part
  const { label, icon: Icon } = looks[appointment.status]
  const movable = isMovable(appointment)
  const words = `${hoursOf(appointment)}: ${appointment.serviceType}, ${customerName(appointment)}`
  return (
    <li
      css={place}
      style={{
        top: share(from, minutesOfDay),
        height: share(to - from, minutesOfDay),
        left: share(column, columns),
        width: share(1, columns),
        zIndex: drag === 'held' ? 2 : undefined,
        pointerEvents: drag === 'held' ? 'none' : undefined,
      }}
    >
      <Tooltip text={words} isLabel>
        <Link
          to={`/appointments/${appointment.id}`}
          css={[block, toned[appointment.status]]}
          draggable={false}
          data-appointment={appointment.id}
          data-status={appointment.status}
          data-movable={movable || undefined}
          data-held={drag === 'held' || undefined}
          data-left={drag === 'left' || undefined}
          data-cut={to === minutesOfDay || undefined}
          onPointerDown={onPress && ((event) => onPress(event, appointment))}
        >
          <b>
            <Icon aria-hidden />
            <VisuallyHidden>{label}: </VisuallyHidden>
            <span data-title>{appointment.serviceType}</span>
            {clashes && (
              <>
                <TriangleAlert css={{ marginLeft: 'auto', color: color.amber }} aria-hidden />
                <VisuallyHidden>, overlaps another</VisuallyHidden>
              </>
            )}
          </b>
          <p>{customerName(appointment)}</p>
          <p>{hoursOf(appointment)}</p>
          {movable && to < minutesOfDay && <span css={edge} aria-hidden />}
        </Link>
      </Tooltip>
    </li>
  )
}
