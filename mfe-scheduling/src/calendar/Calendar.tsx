import type { Appointment } from '@plumbline/scheduling/api'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { newTimeParam } from '../texts/newTimeParam.ts'
import { AgendaView } from './AgendaView.tsx'
import { findOverlaps } from './daySegments.ts'
import { MonthView } from './MonthView.tsx'
import { TimeGrid } from './TimeGrid.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useOptimisticReschedule } from './useOptimisticReschedule.ts'
import { useView } from './useView.ts'

const NewTimeDialog = lazy(async () => ({
  default: (await import('../texts/NewTimeDialog.tsx')).NewTimeDialog,
}))

/** The appointment whose customer is texted; where the calendar was left meanwhile, on the appointment's own page. */
function useText() {
  const navigate = useNavigate()
  const [texted, setTexted] = useState<Appointment | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const text = (appointment: Appointment) =>
    isShown.current
      ? setTexted(appointment)
      : void navigate(`/appointments/${appointment.id}?${newTimeParam}=new-time`)
  return { texted, text, closeText: () => setTexted(null) }
}

/** Appointments by day, week, month or as an agenda. */
export function Calendar({ appointments }: { appointments: readonly Appointment[] }) {
  const { view, day, today, days, title, show, page } = useView()
  const { texted, text, closeText } = useText()
  const { displayed, reschedule, announcement, announce } = useOptimisticReschedule(appointments, text)
  const overlaps = useMemo(() => findOverlaps(displayed), [displayed])
  const openDay = (opened: string) => show({ view: 'day', day: opened })
  return (
    <>
      <Toolbar
        title={title}
        view={view}
        onView={(next) => show({ view: next })}
        onPage={page}
        onToday={() => show({ day: today })}
      />
      {view === 'month' ? (
        <MonthView appointments={displayed} overlaps={overlaps} day={day} today={today} onDay={openDay} />
      ) : view === 'agenda' ? (
        <AgendaView appointments={displayed} overlaps={overlaps} days={days} today={today} />
      ) : (
        <TimeGrid
          label={title}
          appointments={displayed}
          overlaps={overlaps}
          days={days}
          today={today}
          onOpen={openDay}
          onDay={(next) => show({ day: next })}
          onMove={(appointment, slot) => void reschedule(appointment, slot)}
          announce={announce}
        />
      )}
      <div role="status" css={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {announcement}
      </div>
      <Suspense>{texted && <NewTimeDialog appointment={texted} onClose={closeText} />}</Suspense>
    </>
  )
}
