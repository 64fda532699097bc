import type { AppointmentRecord } from '@plumbline/scheduling/record'
import { describe, expect, it } from 'vitest'
import { countSegments } from '../api.ts'
import { noticeMail, noticeSms, type TellableChange } from './noticeText.ts'

const page = { zone: { timeZone: 'America/New_York' }, publicUrl: 'https://plumbline.example' }
const job = {
  title: 'Painting',
  startsAt: '2026-11-30T14:00:00.000Z',
  estimatedCents: 7_500,
} as AppointmentRecord
const change = (details: Partial<TellableChange> = {}): TellableChange => ({
  what: 'new',
  before: null,
  job,
  differences: [],
  customer: 'Ann Lee',
  address: '1 Elm St, Cary',
  ...details,
})
const moved = change({
  what: 'moved',
  before: { ...job, startsAt: '2026-11-27T13:30:00.000Z' },
  differences: ['notes', 'durationMinutes'],
})

describe('the mail about changed jobs', () => {
  it('says in its subject what happened to the only one', () => {
    const { subject, text } = noticeMail([change()], page, {})
    expect(subject).toBe('New job: Mon, Nov 30, 9:00 AM')
    expect(text).toBe(`What changed in your jobs:

New job: Mon, Nov 30, 9:00 AM
Painting
Ann Lee
1 Elm St, Cary

My Day: https://plumbline.example/my-day
`)
  })

  it('lists several, with what is different of each', () => {
    const gone = change({ what: 'removed', customer: null, address: null })
    const { subject, text, html } = noticeMail([moved, gone], page, {})
    expect(subject).toBe('Your jobs changed')
    expect(text).toContain(
      'Moved: Mon, Nov 30, 9:00 AM\nmoved from Fri, Nov 27, 8:30 AM\nchanged: notes, duration\n',
    )
    expect(text).toContain('No longer yours: Mon, Nov 30, 9:00 AM\nPainting\n\n')
    expect(html).toContain('href="https://plumbline.example/my-day"')
  })

  it('has no line, and no markup, that somebody wrote into a field', () => {
    const hostile = change({ customer: 'Ann\nNew job: Sun', address: '<img src=x>' })
    const { text, html } = noticeMail([hostile], page, {})
    expect(text).not.toMatch(/^New job: Sun/m)
    expect(html).not.toContain('<img')
  })

  it('says an arrival window, and no time where none was promised', () => {
    const [window, day] = [
      { ...job, arrivalWindowMinutes: 120 },
      { ...job, anytime: true },
    ]
    const { text, subject } = noticeMail([change({ what: 'moved', before: window, job: day })], page, {})
    expect(subject).toBe('Moved: Mon, Nov 30')
    expect(text).toContain('Moved: Mon, Nov 30\nmoved from Mon, Nov 30 between 9:00 AM and 11:00 AM\n')
  })

  it('says no amount', () => {
    expect(JSON.stringify(noticeMail([change()], page, {}))).not.toContain('75')
  })
})

describe('the SMS about changed jobs', () => {
  it('says all of one', () => {
    expect(noticeSms([moved], page)).toBe(
      'Moved: Mon, Nov 30, 9:00 AM, moved from Fri, Nov 27, 8:30 AM, changed: notes, duration, Painting, Ann Lee, 1 Elm St, Cary\nhttps://plumbline.example/my-day',
    )
  })

  it.each([1, 2, 4, 30])('has at most two parts for %i jobs, and says how many more there are', (count) => {
    const text = noticeSms(
      Array.from({ length: count }, () => moved),
      page,
    )
    expect(countSegments(text)).toBeLessThanOrEqual(2)
    const shown = text.match(/^Moved:/gm)?.length ?? 0
    expect(shown).toBeGreaterThan(0)
    if (shown < count) expect(text).toContain(`\nand ${count - shown} more: https://plumbline.example/my-day`)
  })

  it('leaves out what is too long, and not when the job is', () => {
    const text = noticeSms([change({ address: 'ż'.repeat(200) })], page)
    expect(text).toBe('New job: Mon, Nov 30, 9:00 AM\nhttps://plumbline.example/my-day')
  })
})
