import { toE164 } from '@plumbline/platform/e164'
import * as z from 'zod/mini'
import { type CustomerForm, ImportedCustomer } from '../api.ts'
import type { CustomerContacts } from '../customer/queries.ts'
import { readEmails, readPhones } from './contacts.ts'

type Problems = Record<string, string>

/** A row as a customer, or what is wrong with it by field. */
export type ParsedRow =
  | { form: CustomerForm; phone: string | null; email: string | null }
  | { problems: Problems }

/** What a row equals: an existing customer, or an earlier row of the same chunk. */
type Match = { id: number } | { row: number }

/** What a row is to become. */
export type RowPlan =
  | { outcome: 'created'; form: CustomerForm }
  | { outcome: 'matched'; matchedBy: 'phone' | 'email'; match: Match }
  | { outcome: 'refused'; problems: Problems }

/** The phone number and the e-mail address of a row; no two customers of an import share one. */
export const keysOf = (row: ParsedRow): string[] =>
  'problems' in row ? [] : [row.phone, row.email].filter((key) => key !== null)

// Excel writes a long number like this in a column that is not text; its last digits are lost
const truncatedNumber = /(?<![\w.,])\d([.,]\d+)?E\+?\d+\b/i

/** Parses the cells of a row. One name is enough, and of several phone numbers or addresses the others go to the notes. */
export function parseRow(cells: Record<string, unknown>): ParsedRow {
  const filled = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '' && cell !== null))
  const text = (name: string) => (typeof filled[name] === 'string' ? filled[name].trim() : '')
  const phones = readPhones(text('phone'))
  const emails = readEmails(text('email'))
  const [firstName = '', lastName = ''] = [text('firstName'), text('lastName')].filter(Boolean)
  const notes = [text('notes'), ...phones.notes, ...emails.notes].filter(Boolean).join('\n')
  const parsed = z.safeParse(ImportedCustomer, {
    ...filled,
    firstName,
    lastName,
    email: emails.first,
    phone: phones.first,
    ...(notes && { notes }),
  })
  const shortened = truncatedNumber.exec(text('phone'))?.[0]
  if (shortened)
    return {
      problems: {
        ...(!parsed.success && problemsOf(parsed.error)),
        phone: `Excel has shortened the phone number to ${shortened}. Format the column as text and enter the number again`,
      },
    }
  if (!parsed.success) return { problems: problemsOf(parsed.error) }
  const form = parsed.data
  return { form, phone: toE164(form.phone), email: form.email.toLowerCase() || null }
}

const problemsOf = ({ issues }: z.core.$ZodError): Problems =>
  Object.fromEntries(issues.map((issue) => [issue.path.join('.') || 'row', issue.message]).reverse())

/** Creates a customer for each row whose phone number and e-mail address no customer and no earlier row has. */
export function planImport(rows: readonly ParsedRow[], existing: readonly CustomerContacts[]): RowPlan[] {
  const phones = new Map<string, Match>()
  const emails = new Map<string, Match>()
  for (const { id, phoneE164, email } of existing) {
    if (phoneE164) phones.set(phoneE164, { id })
    if (email) emails.set(email, { id })
  }
  return rows.map((parsed, row) => {
    if ('problems' in parsed) return { outcome: 'refused', problems: parsed.problems }
    const { form, phone, email } = parsed
    const samePhone = phone ? phones.get(phone) : undefined
    const sameEmail = email ? emails.get(email) : undefined
    // an existing customer takes precedence over an earlier row
    const match = [samePhone, sameEmail].find((it) => it && 'id' in it) ?? samePhone ?? sameEmail
    if (match) return { outcome: 'matched', matchedBy: match === samePhone ? 'phone' : 'email', match }
    if (phone) phones.set(phone, { row })
    if (email) emails.set(email, { row })
    return { outcome: 'created', form }
  })
}
