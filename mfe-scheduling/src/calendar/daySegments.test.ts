import { readTime } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { assignColumns, findOverlaps, limitColumns, segmentsOn } from './daySegments.ts'

let ids = 0
const appointment = (clock: string, duration: number, status: Appointment['status'] = 'scheduled') => {
  ids += 1
  const scheduledDate = (readTime(clock) as Date).toISOString()
  return { id: ids, scheduledDate, duration, status, assigneeIds: [] as number[] } as Appointment
}
const spans = (appointments: Appointment[], day: string) =>
  segmentsOn(appointments, day).map(({ from, to, continues }) => [from, to, continues])

it.each([
  ['2026-11-24T09:00', 90, '2026-11-24', [540, 630, false]],
  ['2026-11-24T00:00', 60, '2026-11-24', [0, 60, false]],
  ['2026-11-24T22:00', 120, '2026-11-24', [1320, 1440, false]],
  // drawn as half an hour, within its day
  ['2026-11-24T09:00', 15, '2026-11-24', [540, 570, false]],
  ['2026-11-24T23:50', 10, '2026-11-24', [1410, 1440, false]],
  // two hours of work from one o'clock end at four when clocks skip an hour, and at two when they repeat one
  ['2026-03-08T01:00', 120, '2026-03-08', [60, 240, false]],
  ['2026-11-01T01:00', 120, '2026-11-01', [60, 120, false]],
  ['2026-11-01T01:30', 60, '2026-11-01', [90, 120, false]],
])('%s for %i minutes on %s is %j', (clock, duration, day, span) => {
  expect(spans([appointment(clock, duration)], day)).toEqual([span])
})

it('an appointment over midnight is shown on both days and on no other', () => {
  const late = [appointment('2026-11-24T23:00', 150)]
  expect(spans(late, '2026-11-23')).toEqual([])
  expect(spans(late, '2026-11-24')).toEqual([[1380, 1440, false]])
  expect(spans(late, '2026-11-25')).toEqual([[0, 90, true]])
  expect(spans(late, '2026-11-26')).toEqual([])
})

it('an appointment until midnight is not shown on the next day', () => {
  expect(spans([appointment('2026-11-01T23:00', 60)], '2026-11-02')).toEqual([])
})

const columns = (...times: [string, number][]) =>
  assignColumns(
    segmentsOn(
      times.map(([clock, duration]) => appointment(`2026-11-24T${clock}`, duration)),
      '2026-11-24',
    ),
  ).map(({ column, columns }) => `${column + 1}/${columns}`)

it('consecutive appointments have the whole width', () => {
  expect(columns(['09:00', 60], ['10:00', 60])).toEqual(['1/1', '1/1'])
})

it('only appointments at the same time share the width', () => {
  expect(columns(['09:00', 120], ['10:00', 120], ['12:00', 60])).toEqual(['1/2', '2/2', '1/1'])
})

it('a column is used again once it is free', () => {
  expect(columns(['09:00', 180], ['09:00', 60], ['10:00', 60])).toEqual(['1/2', '2/2', '2/2'])
})

it('three appointments at once get three columns', () => {
  expect(columns(['09:00', 60], ['09:15', 60], ['09:30', 60])).toEqual(['1/3', '2/3', '3/3'])
})

it('of many appointments at once those that would be too narrow are counted in the last column', () => {
  const at = (clock: string) => appointment(`2026-11-24T${clock}`, 60)
  const many = [...Array.from({ length: 50 }, () => at('09:00')), at('12:00')]
  const { shown, hidden } = limitColumns(assignColumns(segmentsOn(many, '2026-11-24')), 4)
  expect(shown.map(({ column, columns }) => `${column + 1}/${columns}`)).toEqual(['1/4', '2/4', '3/4', '1/1'])
  expect(hidden).toEqual([{ from: 540, to: 600, column: 3, columns: 4, count: 47 }])
})

it('only open appointments overlap, by their times and not by how long they are drawn', () => {
  const [a, b, c, cancelled, completed] = [
    appointment('2026-11-24T09:00', 15),
    appointment('2026-11-24T09:15', 60),
    appointment('2026-11-24T09:30', 60),
    appointment('2026-11-24T09:30', 60, 'cancelled'),
    appointment('2026-11-24T09:30', 60, 'completed'),
  ] as const
  expect([...findOverlaps([a, b, c, cancelled, completed])]).toEqual([
    [b.id, [c]],
    [c.id, [b]],
  ])
})

it('jobs at the same time overlap where the same person would do both, or nobody does either', () => {
  const of = (...assigneeIds: number[]) => ({ ...appointment('2026-11-24T09:00', 60), assigneeIds })
  const [crew, maria, tom, nobodys, another] = [of(7, 8), of(7), of(9), of(), of()]
  const overlaps = findOverlaps([crew, maria, tom, nobodys, another])
  const idsWith = ({ id }: Appointment) => overlaps.get(id)?.map((it) => it.id)
  expect([crew, maria, tom, nobodys, another].map(idsWith)).toEqual([
    [maria.id],
    [crew.id],
    undefined,
    [another.id],
    [nobodys.id],
  ])
})

it('what is done at any time of a day comes first, and overlaps nothing', () => {
  const early = appointment('2026-11-24T08:00', 120)
  const anytime = { ...appointment('2026-11-24T09:00', 120), anytime: true }
  const first = segmentsOn([early, anytime], '2026-11-24').map(({ appointment: { id } }) => id)
  expect(first).toEqual([anytime.id, early.id])
  expect(findOverlaps([early, anytime]).size).toBe(0)
  expect(findOverlaps([early, { ...anytime, anytime: false, arrivalWindow: 60 }]).size).toBe(2)
})
