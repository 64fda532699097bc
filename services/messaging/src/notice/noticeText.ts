import { countSegments } from '../api.ts'
import { factSheet, type Look, subjectLine } from '../texts/mail.ts'
import { formatTime, type ZoneOfTimes } from '../texts/templates.ts'
import type { Difference, JobChange } from './jobChange.ts'

/** A change with what is to be said of the job's customer, where the member may know it. */
export type TellableChange = JobChange & { customer: string | null; address: string | null }

const headlines: Record<JobChange['what'], string> = {
  new: 'New job',
  restored: 'On again',
  moved: 'Moved',
  changed: 'Changed',
  cancelled: 'Cancelled',
  removed: 'No longer yours',
}
const differenceNames: Record<Difference, string> = {
  title: 'service',
  customerId: 'customer',
  address: 'address',
  description: 'description',
  notes: 'notes',
  durationMinutes: 'duration',
}

/** @example 'Moved: Mon, Nov 30, 9:00 AM' */
const headline = ({ what, job }: JobChange, zone: ZoneOfTimes) =>
  `${headlines[what]}: ${formatTime(job, zone, 'short')}`

/** What is said of a change besides its headline, a line each. */
function details({ what, before, job, differences, customer, address }: TellableChange, zone: ZoneOfTimes) {
  return [
    what === 'moved' && before ? `moved from ${formatTime(before, zone, 'short')}` : null,
    differences.length > 0 ? `changed: ${differences.map((name) => differenceNames[name]).join(', ')}` : null,
    job.title,
    customer,
    address,
  ].flatMap((line) => (line ? [subjectLine(line)] : []))
}

type Page = { zone: ZoneOfTimes; publicUrl: string }
const linkTo = ({ publicUrl }: Page) => `${publicUrl}/my-day`

/** A mail that lists changes; there is at least one. */
export function noticeMail(changes: readonly TellableChange[], page: Page, look: Look) {
  const [first] = changes
  const facts = changes.map((change) => ({
    label: headlines[change.what],
    value: [formatTime(change.job, page.zone, 'short'), ...details(change, page.zone)].join('\n'),
    long: true,
  }))
  const link = { label: 'My Day', value: linkTo(page) }
  return {
    subject: changes.length === 1 && first ? headline(first, page.zone) : 'Your jobs changed',
    ...factSheet('What changed in your jobs:', facts, link, look),
  }
}

const maxSmsParts = 2

/** The same in two parts of SMS, with as many of the changes as fit. */
export function noticeSms(changes: readonly TellableChange[], page: Page): string {
  const link = linkTo(page)
  const full = changes.map((change) =>
    [headline(change, page.zone), ...details(change, page.zone)].join(', '),
  )
  const short = changes.map((change) => headline(change, page.zone))
  const withLines = (lines: readonly string[]) =>
    lines.map((_, left) => {
      const shown = lines.slice(0, lines.length - left)
      return [...shown, left > 0 ? `and ${left} more: ${link}` : link].join('\n')
    })
  return (
    [...withLines(full), ...withLines(short)].find((text) => countSegments(text) <= maxSmsParts) ??
    `Your jobs changed: ${link}`
  )
}
