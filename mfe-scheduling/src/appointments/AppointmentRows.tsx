import { css } from '@emotion/react'
import { dayAt } from '@plumbline/contract'
import { useRights } from '@plumbline/contract/rights'
import { dayName, formatHours, formatSlot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { type Column, color, DataTable, space, text, useMediaQuery } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Team, useTeam } from '../team/team.ts'
import { AppointmentBadge } from './AppointmentBadge.tsx'
import { AppointmentLinks } from './AppointmentLinks.tsx'
import { dayOf } from './agenda.ts'
import { customerName } from './appointment.ts'
import { HoursMark, useOutsideHours } from './HoursMark.tsx'
import { listedAmount } from './price.ts'

// two lines a row, and the same columns whatever is in them
const rows = css`
  && table { table-layout: fixed; }
  && :is(th, td) { min-width: 0; padding-inline: ${space(2.5)}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  && td { height: 48px; padding-block: 2px; line-height: 20px; }
  && :is(th, td):first-of-type { width: 160px; padding-left: ${space(4)}; font-variant-numeric: tabular-nums; }
  && [data-label='Status'] { width: 128px; }
  && [data-label='Total'] { width: 96px; }
  && [data-label='Actions'] { width: 184px; padding-right: ${space(3)}; }
  small { display: block; overflow: hidden; color: ${color.muted}; font-weight: 400; font-size: ${text.sm}; line-height: 18px; text-overflow: ellipsis; }
  tr:has([data-cancelled]) { color: ${color.muted}; [data-cancelled] { text-decoration: line-through; } }
`

/** Where there is little room the status is below the service. */
const columnsOn = (
  today: string,
  isWide: boolean,
  team: Team | undefined,
  mayEdit: boolean,
  outside: (appointment: Appointment) => readonly string[],
): readonly Column<Appointment>[] => [
  {
    key: 'when',
    label: 'When',
    cell: (it) => (
      <>
        <span>{dayName(dayOf(it), today)}</span>
        <small>
          {formatHours(it)} <HoursMark reasons={outside(it)} />
        </small>
      </>
    ),
  },
  {
    key: 'customer',
    label: 'Customer',
    cell: (it) => (
      <>
        <span>{customerName(it)}</span>
        {it.address && <small title={it.address}>{it.address}</small>}
      </>
    ),
  },
  {
    key: 'service',
    label: 'Service',
    cell: (it) => (
      <>
        <span data-cancelled={it.status === 'cancelled' || undefined}>
          {it.serviceType}
          {team && `, ${team.crewText(it.assigneeIds)}`}
        </span>
        {!isWide && (
          <small>
            <AppointmentBadge appointment={it} />
          </small>
        )}
      </>
    ),
  },
  ...(isWide
    ? [{ key: 'status', label: 'Status', cell: (it: Appointment) => <AppointmentBadge appointment={it} /> }]
    : []),
  { key: 'total', label: 'Total', align: 'end', cell: (it) => <b>{listedAmount(it)}</b> },
  {
    key: 'actions',
    label: 'Actions',
    align: 'end',
    cell: (it) => <AppointmentLinks appointment={it} mayEdit={mayEdit} tone="quiet" />,
  },
]

type AppointmentRowsProps = {
  appointments: readonly Appointment[]
  /** How many there are, where these are only the first. */
  total?: number | undefined
  now: Date
}

/** Appointments as a table of two lines a row; the whole row opens one. */
export function AppointmentRows({ appointments, total, now }: AppointmentRowsProps) {
  const today = dayAt(now)
  const team = useTeam()
  const { may } = useRights()
  const outside = useOutsideHours()
  const isWide = useMediaQuery('(min-width: 1200px)')
  const link = (it: Appointment, content: ReactNode) => (
    <Link to={`/appointments/${it.id}`} aria-label={`${it.serviceType}, ${formatSlot(it, today)}`}>
      {content}
    </Link>
  )
  return (
    <div css={rows}>
      <DataTable
        label="Appointments"
        columns={columnsOn(today, isWide, team, may('schedule.own.edit'), outside)}
        rows={appointments}
        total={total}
        rowKey={({ id }) => id}
        link={link}
      />
    </div>
  )
}
