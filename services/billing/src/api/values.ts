import { bodyId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

const maxMoney = 99_999_999.99

/** Why a text is no amount, as a readable sentence. Amounts are never rounded. */
function moneyProblem(text: string): string | undefined {
  if (/^-\d/.test(text)) return 'An amount cannot be negative'
  if (/^\d+\.\d{3,}$/.test(text)) return 'An amount has at most two decimals'
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return 'Please enter an amount such as 112.50'
  return Number(text) > maxMoney ? 'An amount is at most 99,999,999.99' : undefined
}

const amount = (min: 'none' | 'nothing' | 'zero' | 'cent') =>
  z.string({ error: 'Please enter an amount as text, such as "112.50"' }).check(z.trim(), (ctx) => {
    if (min === 'nothing' && ctx.value === '') return
    const tooLow = min === 'cent' && Number(ctx.value) === 0 ? 'The amount must be more than 0' : undefined
    const text = min === 'none' ? ctx.value.replace(/^-(?=\d)/, '') : ctx.value
    const message = moneyProblem(text) ?? tooLow
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })

/** Zero or more, or an empty text. */
export const OptionalAmount = /* @__PURE__ */ amount('nothing')
/** Zero or more, as text with at most two decimals. */
export const Amount = /* @__PURE__ */ amount('zero')
/** Less than zero too: what takes something off. */
export const SignedAmount = /* @__PURE__ */ amount('none')
/** More than zero. */
export const PositiveAmount = /* @__PURE__ */ amount('cent')

const quantityMessage = 'Please enter a quantity such as 2 or 1.5'
/** More than zero, as text with at most three decimals. */
export const Quantity = z.string({ error: quantityMessage }).check(
  z.trim(),
  z.regex(/^\d{1,5}(\.\d{1,3})?$/, { error: quantityMessage, abort: true }),
  z.refine((text) => Number(text) !== 0, quantityMessage),
)

const dayMessage = 'Please enter a date'
/** `YYYY-MM-DD`, or a date-time, which means its day for the business. */
export const Day = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
  error: dayMessage,
})
export const PlainDay = z.iso.date({ error: dayMessage })

export const text = (max: number, message: string) =>
  z
    .string({ error: message })
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `At most ${max} characters`))

export const Id = bodyId

/** A past day or today; today by default. */
export const asOf = z.optional(PlainDay)
