import { dayInNewYork, useParam } from '@plumbline/contract'
import { ListView, usePagedList } from '@plumbline/contract/list'
import { formatSlot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, EmptyState, FilterSelect, PageHeader, space } from '@plumbline/ui'
import { Link, useSearchParams } from 'react-router-dom'
import { useNow } from '../useNow.ts'
import { AgendaList } from './AgendaList.tsx'
import { AppointmentCard } from './AppointmentCard.tsx'
import { customerName } from './appointment.ts'
import { appointmentList } from './appointmentList.ts'
import { ownQueryOf, periodOf, periods } from './listPeriod.ts'
import { NewAppointmentLink } from './pageActions.tsx'
import { listedAmount } from './price.ts'

/** `/appointments`: by day from today on, as long as nothing is searched or sorted. */
export function AppointmentListPage() {
  const [params, setParams] = useSearchParams()
  const { period, isAgenda } = periodOf(params)
  const [, setPeriod] = useParam('period')
  const today = dayInNewYork(useNow())
  const paged = usePagedList(appointmentList, ownQueryOf(params))
  const list = {
    ...paged,
    hasOwnFilter: period !== null,
    isFiltered: paged.search !== '' || paged.status !== '' || period !== null,
    reset: () =>
      setParams(
        (old) => {
          for (const name of ['q', 'status', 'period', 'sort']) old.delete(name)
          return old
        },
        { replace: true, preventScrollReset: true },
      ),
  }
  const card = (appointment: Appointment) => (
    <AppointmentCard
      appointment={appointment}
      heading={isAgenda ? 'h3' : 'h2'}
      when={formatSlot(appointment, today)}
      customer={customerName(appointment)}
      footer={<CardFooter appointment={appointment} />}
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
        filters={
          <FilterSelect
            label="Dates"
            value={period ?? ''}
            onChange={({ target }) => setPeriod(target.value || null, { replace: true })}
            options={periods}
          />
        }
        empty={
          <EmptyState title="No appointments yet" action={<NewAppointmentLink />}>
            Appointments you schedule will appear here.
          </EmptyState>
        }
      >
        {(appointments, count) =>
          isAgenda ? (
            <AgendaList appointments={appointments} today={today} card={card} />
          ) : (
            <CardGrid
              label="Appointments"
              items={appointments}
              total={count}
              itemKey={({ id }) => id}
              estimate={210}
            >
              {card}
            </CardGrid>
          )
        }
      </ListView>
    </>
  )
}

function CardFooter({ appointment }: { appointment: Appointment }) {
  const { id, serviceType, status } = appointment
  const name = `${serviceType}, ${formatSlot(appointment)}`
  return (
    <>
      <b css={{ fontVariantNumeric: 'tabular-nums' }}>{listedAmount(appointment)}</b>
      <span css={{ display: 'flex', gap: space(2) }}>
        {status === 'scheduled' && (
          <Link to={`/appointments/${id}/edit`} css={buttonStyle('quiet', 'sm')} aria-label={`Edit ${name}`}>
            Edit
          </Link>
        )}
        <Link
          to={`/appointments/${id}`}
          css={buttonStyle('secondary', 'sm')}
          aria-label={`View Details of ${name}`}
        >
          View Details
        </Link>
      </span>
    </>
  )
}
