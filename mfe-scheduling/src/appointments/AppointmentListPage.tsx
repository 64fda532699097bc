import { dayAt, useParam } from '@plumbline/contract'
import { ListView, useLayout, usePagedList } from '@plumbline/contract/list'
import { useRights } from '@plumbline/contract/rights'
import { formatHours, formatSlot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { CardGrid, EmptyState, FilterSelect, PageHeader } from '@plumbline/ui'
import { Link, useSearchParams } from 'react-router-dom'
import { useTeam } from '../team/team.ts'
import { useNow } from '../useNow.ts'
import { AgendaCards, AgendaRows } from './AgendaList.tsx'
import { AppointmentCard } from './AppointmentCard.tsx'
import { AppointmentLinks } from './AppointmentLinks.tsx'
import { AppointmentRows } from './AppointmentRows.tsx'
import { customerName } from './appointment.ts'
import { appointmentList } from './appointmentList.ts'
import { useOutsideHours } from './HoursMark.tsx'
import { ownQueryOf, periodOf, periods } from './listPeriod.ts'
import { NewAppointmentLink } from './pageActions.tsx'
import { listedAmount } from './price.ts'

/** `/appointments`: by day from today on, as long as nothing is searched or sorted. */
export function AppointmentListPage() {
  const [params, setParams] = useSearchParams()
  const { period, isAgenda } = periodOf(params)
  const [, setPeriod] = useParam('period')
  const now = useNow()
  const team = useTeam()
  const { may } = useRights()
  const outside = useOutsideHours()
  const [assignee, setAssignee] = useParam('assignee')
  const layout = useLayout('appointments')
  const paged = usePagedList(appointmentList, ownQueryOf(params))
  const list = {
    ...paged,
    hasOwnFilter: period !== null || assignee !== null,
    isFiltered: paged.search !== '' || paged.status !== '' || period !== null || assignee !== null,
    reset: () =>
      setParams(
        (old) => {
          for (const name of ['q', 'status', 'period', 'assignee', 'sort']) old.delete(name)
          return old
        },
        { replace: true, preventScrollReset: true },
      ),
  }
  const card = (appointment: Appointment, under?: 'day') => (
    <AppointmentCard
      appointment={appointment}
      heading={isAgenda ? 'h3' : 'h2'}
      when={under === 'day' ? formatHours(appointment) : formatSlot(appointment, dayAt(now))}
      customer={customerName(appointment)}
      crew={team?.crewText(appointment.assigneeIds)}
      outside={outside(appointment)}
      footer={
        <>
          <b css={{ fontVariantNumeric: 'tabular-nums' }}>{listedAmount(appointment)}</b>
          <AppointmentLinks appointment={appointment} mayEdit={may('schedule.own.edit')} />
        </>
      }
    />
  )
  return (
    <>
      <title>Appointments</title>
      <PageHeader
        title="Appointments"
        back={<Link to="/scheduler">Scheduler</Link>}
        primary={<NewAppointmentLink />}
      />
      <ListView
        list={list}
        noun={['appointment', 'appointments']}
        layout={layout}
        filters={
          <>
            <FilterSelect
              label="Dates"
              value={period ?? ''}
              onChange={({ target }) => setPeriod(target.value || null, { replace: true })}
              options={periods}
            />
            {team && (
              <FilterSelect
                label="Who"
                value={assignee ?? ''}
                onChange={({ target }) => setAssignee(target.value || null, { replace: true })}
                options={[
                  { value: '', label: 'Everybody' },
                  { value: 'none', label: 'Unassigned' },
                  ...team.members.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            )}
          </>
        }
        empty={
          <EmptyState title="No appointments yet" action={<NewAppointmentLink />}>
            Appointments you schedule will appear here.
          </EmptyState>
        }
      >
        {(appointments, count) =>
          layout.value === 'rows' ? (
            isAgenda ? (
              <AgendaRows appointments={appointments} now={now} />
            ) : (
              <AppointmentRows appointments={appointments} total={count} now={now} />
            )
          ) : isAgenda ? (
            <AgendaCards appointments={appointments} now={now} card={card} />
          ) : (
            <CardGrid
              label="Appointments"
              items={appointments}
              total={count}
              itemKey={({ id }) => id}
              estimate={160}
            >
              {(it) => card(it)}
            </CardGrid>
          )
        }
      </ListView>
    </>
  )
}
