import * as z from 'zod/mini'
import { CustomerForm } from './api.ts'
import { e164 } from './phone.ts'
import type { Known } from './projections/customerQueries.ts'

/** The customer that a row equals, or the row before it in the same chunk. */
type Like = { id: number } | { row: number }

/** What a row is to become. */
export type Planned =
  | { outcome: 'created'; form: CustomerForm }
  | { outcome: 'matched'; matchedBy: 'phone' | 'email'; like: Like }
  | { outcome: 'refused'; problems: Record<string, string> }

export type Checked =
  | { form: CustomerForm; phone: string | null; email: string }
  | { problems: Record<string, string> }

/** What nobody else may have. */
export const keysOf = (checked: Checked): string[] =>
  'problems' in checked ? [] : [checked.phone, checked.email].filter((key) => key !== null)

// what Excel writes for a long number in a column that is not text: its last digits are gone
const shortened = /^\d([.,]\d+)?E\+?\d+$/i

/** The cells of a row as a customer; an empty cell is none. */
export function checkRow(cells: Record<string, unknown>): Checked {
  const filled = Object.entries(cells).filter(([, cell]) => cell !== '' && cell !== null)
  const parsed = z.safeParse(CustomerForm, Object.fromEntries(filled))
  const phone = String(cells.phone ?? '').trim()
  if (shortened.test(phone))
    return {
      problems: {
        ...(!parsed.success && problemsOf(parsed.error)),
        phone: `Excel has shortened the phone number to ${phone}. Format the column as text and enter the number again`,
      },
    }
  if (parsed.success) {
    const form = parsed.data
    return { form, phone: e164(form.phone), email: form.email.toLowerCase() }
  }
  return { problems: problemsOf(parsed.error) }
}

const problemsOf = ({ issues }: z.core.$ZodError): Record<string, string> =>
  Object.fromEntries(issues.map((issue) => [issue.path.join('.') || 'row', issue.message]).reverse())

/** Nobody is created whose phone number or e-mail address is known, or stood in a row before. */
export function planImport(rows: readonly Checked[], known: readonly Known[]): Planned[] {
  const phones = new Map<string, Like>()
  const emails = new Map<string, Like>()
  for (const { id, phoneE164, email } of known) {
    if (phoneE164) phones.set(phoneE164, { id })
    emails.set(email, { id })
  }
  return rows.map((checked, row) => {
    if ('problems' in checked) return { outcome: 'refused', problems: checked.problems }
    const { form, phone, email } = checked
    const samePhone = phone ? phones.get(phone) : undefined
    const sameEmail = emails.get(email)
    // somebody who is there rather than a row that may be refused elsewhere
    const like = [samePhone, sameEmail].find((it) => it && 'id' in it) ?? samePhone ?? sameEmail
    if (like) return { outcome: 'matched', matchedBy: like === samePhone ? 'phone' : 'email', like }
    if (phone) phones.set(phone, { row })
    emails.set(email, { row })
    return { outcome: 'created', form }
  })
}
