import type { PlannedReminder } from '@plumbline/messaging/api'
import { expect, it } from 'vitest'
import { byDay } from './reminders.ts'

const reminder = (appointmentId: number, goesOutAt: string): PlannedReminder => ({
  ...{ appointmentId, goesOutAt, customerId: 1, customerName: 'Ann Lee', startsAt: goesOutAt },
  ...{ channels: ['sms'], without: [], reason: null, skipped: false, written: false, content: 'Hi' },
})

it('names the day that each goes out, as New York counts days', () => {
  const days = byDay(
    [
      reminder(1, '2026-11-22T14:01:00.000Z'),
      reminder(2, '2026-11-23T04:59:00.000Z'),
      reminder(3, '2026-11-23T14:03:00.000Z'),
      reminder(4, '2026-11-25T14:04:00.000Z'),
    ],
    new Date('2026-11-22T20:00:00Z'),
  )
  expect(days.map(({ title, reminders }) => [title, reminders.map((it) => it.appointmentId)])).toEqual([
    ['Today', [1, 2]],
    ['Tomorrow', [3]],
    ['Wednesday, November 25', [4]],
  ])
})
