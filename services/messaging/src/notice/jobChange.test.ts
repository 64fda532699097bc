import type { Recorded } from '@plumbline/platform/event-store'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { describe, expect, it } from 'vitest'
import { jobChange } from './jobChange.ts'

const now = new Date('2026-11-23T12:00:00Z')
const at = now.toISOString()
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
const member = 7
const office = 'user-1'
const own = `user-${member}`

type Step = [type: AppointmentEvent['type'], data?: object, actor?: string]

/** A stream of events, by the office unless they say otherwise. */
const historyOf = (steps: readonly Step[], demo = false) =>
  steps.map(
    ([type, data = {}, actor = office], index) =>
      ({
        type,
        version: index + 1,
        stream: 'appointment-1',
        metadata: { actor, requestId: 'test', ...(demo && { demo }) },
        data: { appointmentId: 1, changedAt: at, ...data },
      }) as unknown as Recorded<AppointmentEvent>,
  )
const scheduled = (details: object = {}): Step => [
  'AppointmentScheduled',
  {
    customerId: 1,
    title: 'Painting',
    description: null,
    notes: null,
    address: null,
    startsAt: inDays(1),
    durationMinutes: 60,
    estimatedCents: 7_500,
    assigneeIds: [member],
    scheduledAt: at,
    ...details,
  },
]
const unassigned = scheduled({ assigneeIds: [] })
const assign = (ids: number[], actor = office): Step => ['AppointmentAssigned', { assigneeIds: ids }, actor]
const move = (days: number, actor = office): Step => [
  'AppointmentRescheduled',
  { startsAt: inDays(days) },
  actor,
]
const describeAs = (data: object, actor = office): Step => ['AppointmentDescribed', data, actor]
const cancel: Step = ['AppointmentCancelled', { customerId: 1, startsAt: inDays(1), notify: false }]
const restore: Step = ['AppointmentRestored', { ...scheduled()[1], status: 'scheduled', actualCents: null }]

/** What a notice says of the later steps, after the earlier ones. */
const told = (before: readonly Step[], since: readonly Step[], demo = false) => {
  const history = historyOf([...before, ...since], demo)
  return jobChange({ memberId: member, history, after: before.length, upTo: history.length, now })
}
const whatOf = (...args: Parameters<typeof told>) => told(...args)?.what ?? null

describe('a member is told', () => {
  it.each<[string, string, Step[], Step[]]>([
    ['of a job that is made theirs', 'new', [], [scheduled()]],
    ['of one that they are given', 'new', [unassigned], [assign([3, member])]],
    ['of one that is taken from them', 'removed', [scheduled()], [assign([3])]],
    ['of one that is moved', 'moved', [scheduled()], [move(2)]],
    ['of one that is moved out of the week', 'moved', [scheduled()], [move(30)]],
    ['of one that is moved into the week', 'moved', [scheduled({ startsAt: inDays(30) })], [move(2)]],
    [
      'of another arrival window',
      'moved',
      [scheduled()],
      [['AppointmentRescheduled', { arrivalWindowMinutes: 120 }]],
    ],
    [
      'of one for any time of today',
      'changed',
      [scheduled({ startsAt: inDays(-0.3), anytime: true })],
      [describeAs({ notes: 'Ring' })],
    ],
    ['of one that is cancelled', 'cancelled', [scheduled()], [cancel]],
    ['of one that is deleted', 'cancelled', [scheduled()], [['AppointmentDeleted']]],
    ['of one that is on again', 'restored', [scheduled(), cancel], [['AppointmentReopened']]],
    ['of one that was deleted and is back', 'restored', [scheduled(), ['AppointmentDeleted']], [restore]],
    ['of another place', 'changed', [scheduled()], [describeAs({ address: '2 Elm St' })]],
    ['of one that goes on now', 'changed', [scheduled({ startsAt: at })], [describeAs({ notes: 'Ring' })]],
  ])('%s', (_, what, before, since) => {
    expect(whatOf(before, since)).toBe(what)
  })

  it('what is different of a job that is moved, too', () => {
    const change = told([scheduled()], [describeAs({ title: 'Gutters', notes: 'Ladder' }), move(2)])
    expect(change).toMatchObject({ what: 'moved', differences: ['title', 'notes'] })
    expect(change?.before?.startsAt).toBe(inDays(1))
  })

  it('what others changed of a job, without what they changed themselves', () => {
    const since = [describeAs({ notes: 'Key under mat' }, own), describeAs({ address: '2 Elm St' })]
    expect(told([scheduled()], since)?.differences).toEqual(['address'])
  })
})

describe('a member is not told', () => {
  it.each<[string, Step[], Step[]]>([
    ['what they did themselves', [scheduled()], [move(2, own), describeAs({ notes: 'Ladder' }, own)]],
    ['that they took a job', [unassigned], [assign([member], own)]],
    ['of another price', [scheduled()], [['AppointmentRepriced', { estimatedCents: 9_000 }]]],
    ['that a job is under way or done', [scheduled()], [['AppointmentStarted'], ['AppointmentCompleted']]],
    ['of a job a week away', [scheduled({ startsAt: inDays(8) })], [move(9)]],
    ['of a job that is over', [scheduled({ startsAt: inDays(-1) })], [describeAs({ notes: 'Late' })]],
    ['of a job that they were given and that was taken again', [unassigned], [assign([member]), assign([])]],
    ['of a job that was moved and moved back', [scheduled()], [move(2), move(1)]],
    ['of the job of somebody else', [scheduled({ assigneeIds: [3] })], [move(2)]],
    ['that somebody joins them', [scheduled()], [assign([3, member])]],
    ['of a cancelled job that is taken from them', [scheduled(), cancel], [assign([])]],
    ['of a job that began and ended in the meantime', [], [scheduled(), ['AppointmentDeleted']]],
  ])('%s', (_, before, since) => {
    expect(whatOf(before, since)).toBeNull()
  })

  it('of demonstration data', () => {
    expect(whatOf([scheduled()], [move(2)], true)).toBeNull()
  })
})
