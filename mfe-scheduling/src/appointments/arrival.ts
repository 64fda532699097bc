import { type Appointment, type AppointmentForm, arrivalWindows } from '@plumbline/scheduling/api'

/** What is promised of the time, as a form has it: a window in minutes, or `anytime`. */
export const arrivals = [...arrivalWindows.map(String), 'anytime']

const windowName = (minutes: number) => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`)

const labels: Record<string, string> = {
  ...Object.fromEntries(arrivalWindows.map((it) => [it, `${windowName(it)} window`])),
  0: 'Exact time',
  anytime: 'Anytime',
}

export const arrivalLabel = (arrival: string): string => labels[arrival] ?? arrival

export const arrivalOf = ({
  anytime,
  arrivalWindow,
}: Pick<Appointment, 'anytime' | 'arrivalWindow'>): string =>
  anytime ? 'anytime' : String(arrivalWindow ?? 0)

/** What a request says of it; nothing where a new appointment has an exact time. */
export const arrivalFields = (arrival: string): Pick<AppointmentForm, 'anytime' | 'arrivalWindow'> =>
  arrival === 'anytime' ? { anytime: true } : { anytime: false, arrivalWindow: Number(arrival) }
