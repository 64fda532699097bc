import type { Appointment } from '@plumbline/scheduling/api'
import { useMemo } from 'react'
import { AgendaView } from './AgendaView.tsx'
import { MonthView } from './MonthView.tsx'
import { overlapping } from './parts.ts'
import { TimeGrid } from './TimeGrid.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useMoves } from './useMoves.ts'
import { useView } from './useView.ts'

/** What is planned, by day, week, month or as a list; what is not done yet can be moved. */
export function Calendar({ appointments }: { appointments: readonly Appointment[] }) {
  const { view, day, today, days, title, show, walk } = useView()
  const { shown, move, said, say } = useMoves(appointments)
  const clashing = useMemo(() => overlapping(shown), [shown])
  const openDay = (chosen: string) => show({ view: 'day', day: chosen })
  return (
    <>
      <Toolbar
        title={title}
        view={view}
        onView={(next) => show({ view: next })}
        onWalk={walk}
        onToday={() => show({ day: today })}
      />
      {view === 'month' ? (
        <MonthView appointments={shown} clashing={clashing} day={day} today={today} onDay={openDay} />
      ) : view === 'agenda' ? (
        <AgendaView appointments={shown} clashing={clashing} days={days} today={today} />
      ) : (
        <TimeGrid
          label={title}
          appointments={shown}
          clashing={clashing}
          days={days}
          today={today}
          onOpen={openDay}
          onDay={(chosen) => show({ day: chosen })}
          onMove={(appointment, slot) => void move(appointment, slot)}
          onSay={say}
        />
      )}
      <div role="status" css={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {said}
      </div>
    </>
  )
}
