import { emailAddress } from '@plumbline/platform/email'
import { seenWith } from '@plumbline/platform/schemas'
import { isTimeZone } from '@plumbline/platform/time'
import * as z from 'zod/mini'

/** Texts of the business are single lines, unless they have a longer limit. */
export const maxLineLength = 200

export const line = (message: string, max = maxLineLength) =>
  z
    .string({ error: message })
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `At most ${max} characters`))

export const email = /* @__PURE__ */ emailAddress('Please enter a valid email address')

/** The first day on which it is so; today without it. */
export const from = z.optional(z.iso.date({ error: 'Please enter a date' }))

const moneyMessage = 'Please enter an amount such as 37.50'
/** More than zero, as text with at most two decimals. */
export const price = seenWith(
  'prices.view',
  z.string({ error: moneyMessage }).check(
    z.trim(),
    z.regex(/^\d{1,6}(\.\d{1,2})?$/, { error: moneyMessage, abort: true }),
    z.refine((text) => Number(text) > 0, 'The amount must be more than 0'),
  ),
)

export const minutes = (min: number, message: string) =>
  z.int({ error: message }).check(z.minimum(min, message), z.maximum(24 * 60, 'At most 24 hours'))

const percentMessage = 'Please enter a percentage with at most three decimals, such as 7.375'
/** As text with at most three decimals. */
export const percent = z.string({ error: percentMessage }).check(
  z.trim(),
  z.regex(/^\d{1,3}(\.\d{1,3})?$/, { error: percentMessage, abort: true }),
  z.refine((text) => Number(text) <= 100, 'A percentage is at most 100'),
)

const timeZoneMessage = 'There is no such time zone. Choose one such as America/New_York'
/** A name of the IANA time zone database. */
export const timeZone = z
  .string({ error: timeZoneMessage })
  .check(z.maxLength(60, timeZoneMessage), z.refine(isTimeZone, timeZoneMessage))
