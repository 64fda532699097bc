import { type Hours, pictureAddress, type Settings, type Weekday } from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import { type Configured, eventsInForce, setDescriptionOn } from '../settings/record.ts'

type Item = { readonly [Field in string]: string | Item[] }

const week: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/** What the landing page says only where it was set: lists with one item are there or not. */
export function detailsOn(
  events: readonly BusinessEvent[],
  day: string,
  { hours, description, landing }: Settings,
  { lockedBy = {} }: Configured,
): Record<string, Item[]> {
  const set = { ...lockedBy, ...setDescriptionOn(events, day) }
  const hasHours = eventsInForce(events, day).some(({ type, data }) => type === 'HoursSet' && data.weekdays)
  const facts = [
    { label: 'Service area', text: set.area === undefined ? '' : description.area },
    { label: 'In business since', text: set.founded === undefined ? '' : description.founded },
    { label: 'License and insurance', text: description.license },
  ].filter(({ text }) => text !== '')
  const days = hasHours ? openDays(hours.weekdays) : []
  const { questions, reviews, photos } = landing
  const hasCallBar = set.phone !== undefined
  const there = (is: boolean, item: Item = {}): Item[] => (is ? [item] : [])
  return {
    more: there(
      [facts, questions, reviews, photos].some(({ length }) => length > 0) || hasHours || hasCallBar,
    ),
    callBar: there(hasCallBar),
    details: there(hasHours || facts.length > 0, {
      hours: there(hasHours, {
        days: days.map(({ from, to, hours }) => ({ days: dayText(from, to), time: timeText(hours) })),
      }),
      facts,
    }),
    questions: there(questions.length > 0, {
      answers: questions.map(({ question, answer }) => ({ question, answer })),
    }),
    reviews: there(reviews.length > 0, { voices: reviews.map(({ name, text }) => ({ name, text })) }),
    photos: there(photos.length > 0, {
      pictures: photos.map(({ hash, width, height, alt }) => ({
        address: pictureAddress('photo', hash),
        width: String(width),
        height: String(height),
        alt,
      })),
    }),
    openingHours: days.flatMap(({ from, to, hours }) =>
      hours ? [{ text: `${schemaDays(from, to)} ${hours.opens}-${hours.closes}` }] : [],
    ),
  }
}

type Days = { from: Weekday; to: Weekday; hours: Hours | null }

/** The days of a week, those that follow each other with the same hours together. */
export function openDays(weekdays: Settings['hours']['weekdays']): Days[] {
  const days: Days[] = []
  for (const name of week) {
    const hours = weekdays[name]
    const last = days.at(-1)
    if (last && last.hours?.opens === hours?.opens && last.hours?.closes === hours?.closes) last.to = name
    else days.push({ from: name, to: name, hours })
  }
  return days
}

const named = (day: Weekday) => `${day.charAt(0).toUpperCase()}${day.slice(1)}`
const schemaDays = (from: Weekday, to: Weekday) =>
  [...new Set([from, to])].map((day) => named(day).slice(0, 2)).join('-')
const dayText = (from: Weekday, to: Weekday) => (from === to ? named(from) : `${named(from)} to ${named(to)}`)
const timeText = (hours: Hours | null) =>
  hours ? `${clockText(hours.opens)} to ${clockText(hours.closes)}` : 'Closed'

/** @example clockText('08:00') // '8 AM' */
export function clockText(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}
