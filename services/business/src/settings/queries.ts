import { createHash } from 'node:crypto'
import { toE164 } from '@plumbline/platform/e164'
import { type Recorded, recordEtag } from '@plumbline/platform/event-store'
import { type Business, type DescriptionField, descriptionLabels, type Section, sections } from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import { businessId } from './directory.ts'
import {
  type Configured,
  clockOf,
  eventsInForce,
  firstDayOf,
  sectionOf,
  setDescriptionOn,
  settingsOn,
} from './record.ts'

const descriptionFields = Object.keys(descriptionLabels) as DescriptionField[]

type Events = readonly Recorded<BusinessEvent>[]

export type BusinessAnswer = { business: Business; etag: string }

/** The settings now, and what is to be known about them. */
export function answerFromEvents(events: Events, now: Date, configured: Configured): BusinessAnswer {
  const { settingsDay: today } = clockOf(events, now)
  const settings = settingsOn(events, today, configured)
  const { lockedBy = {} } = configured
  const business: Business = {
    ...settings,
    set: setFields(events, today, configured),
    locked: Object.fromEntries(
      descriptionFields.flatMap((field) =>
        lockedBy[field] ? [[`description.${field}`, lockedBy[field]]] : [],
      ),
    ),
    planned: plannedSettings(events, today, configured),
    changed: lastChanges(events),
    warnings: warningsAbout(settings.description),
  }
  // the answer also changes with the day and with what is configured
  const rest = createHash('sha1').update(JSON.stringify(business)).digest('hex').slice(0, 8)
  return { business, etag: recordEtag({ version: events.length, id: businessId }, rest) }
}

function setFields(events: Events, today: string, { lockedBy = {} }: Configured): string[] {
  const set = setDescriptionOn(events, today)
  const fields = descriptionFields
    .filter((field) => set[field] !== undefined && !lockedBy[field])
    .map((field) => `description.${field}`)
  const others = sectionsOf(eventsInForce(events, today)).filter((section) => section !== 'description')
  return [...fields, ...others]
}

function plannedSettings(events: Events, today: string, configured: Configured): Business['planned'] {
  const days = new Set(events.map(firstDayOf).filter((day) => day > today))
  return [...days].sort().map((from) => ({
    from,
    sections: sectionsOf(events.filter((event) => firstDayOf(event) === from)),
    settings: settingsOn(events, from, configured),
  }))
}

const sectionsOf = (events: Events): Section[] => {
  const changed = new Set(events.map(({ type }) => sectionOf[type]))
  return sections.filter((section) => changed.has(section))
}

const lastChanges = (events: Events): Business['changed'] =>
  Object.fromEntries(
    events.map(({ type, data, metadata }) => [
      sectionOf[type],
      { at: data.changedAt, by: metadata.actorName ?? null },
    ]),
  )

const warningsAbout = ({ phone }: Record<DescriptionField, string>): Record<string, string> =>
  phone && !toE164(phone)
    ? { 'description.phone': 'This does not look like a number that can be called.' }
    : {}
