import { dayAt, dayLater, readTime } from '@plumbline/contract'
import { dayName, formatHours } from '@plumbline/contract/when'
import { Card, color, ErrorState, LinkList, Skeleton } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useNow } from '../useNow.ts'
import { AppointmentBadge } from './AppointmentBadge.tsx'
import { anytimeFirst, customerName, toTimestamp } from './appointment.ts'
import { overlapsQuery } from './queries.ts'

type DayAgendaProps = {
  /** `YYYY-MM-DD`; today until it is a day. */
  date: string
  /** An appointment that is left out. */
  exceptId?: string
}

/** What else is planned on the day of an appointment that is being booked or moved. */
export function DayAgenda({ date: chosen, exceptId }: DayAgendaProps) {
  const today = dayAt(useNow())
  const date = readTime(chosen) ? chosen : today
  const { data, isLoadingError, refetch } = useQuery(
    overlapsQuery(toTimestamp(date, '00:00') ?? '', toTimestamp(dayLater(date), '00:00') ?? '', exceptId),
  )
  const planned = data?.filter(({ status }) => status !== 'cancelled').sort(anytimeFirst)
  return (
    <Card title={dayName(date, today)}>
      {isLoadingError ? (
        <ErrorState title="The day could not be loaded" onRetry={() => void refetch()} />
      ) : planned === undefined ? (
        <Skeleton height={96} />
      ) : planned.length === 0 ? (
        <p css={{ color: color.muted }}>No other appointments this day.</p>
      ) : (
        <LinkList
          label="Appointments of this day"
          items={planned.map((it) => ({
            key: it.id,
            link: <Link to={`/appointments/${it.id}`}>{formatHours(it)}</Link>,
            detail: `${it.serviceType}, ${customerName(it)}`,
            aside: <AppointmentBadge appointment={it} />,
          }))}
        />
      )}
    </Card>
  )
}
