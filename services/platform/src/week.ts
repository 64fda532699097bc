import * as z from 'zod/mini'

/** The hours of a week, by the clock of the business. Runs in the browser: it imports zod alone. */

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]

const clockMessage = 'Please enter a time such as 08:00'
/** Of a clock, `08:00`. */
export const clock = /* @__PURE__ */ z
  .string({ error: clockMessage })
  .check(/* @__PURE__ */ z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: clockMessage, abort: true }))

const OpenHours = /* @__PURE__ */ z.object({ opens: clock, closes: clock }).check(
  /* @__PURE__ */ z.refine(({ opens, closes }) => closes > opens, {
    error: 'The day ends before it begins',
    path: ['closes'],
  }),
)
export type Hours = z.infer<typeof OpenHours>

const dayHours = /* @__PURE__ */ z.nullable(OpenHours)

/** Null: a day off. */
export const Week = /* @__PURE__ */ z.object({
  sunday: dayHours,
  monday: dayHours,
  tuesday: dayHours,
  wednesday: dayHours,
  thursday: dayHours,
  friday: dayHours,
  saturday: dayHours,
} satisfies Record<Weekday, unknown>)
export type Week = z.infer<typeof Week>
