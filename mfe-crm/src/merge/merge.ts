import { formatPhone } from '@plumbline/contract/contact'
import { type Customer, type CustomerChanges, maxTextLength } from '@plumbline/crm/api'
import { fieldLabels, formatField, nextStatuses } from '../customers/customer.ts'

const fields = ['firstName', 'lastName', 'phone', 'email', 'address', 'source', 'status'] as const
export type MergeField = (typeof fields)[number]

/** Two records of one person: the survivor stays, and the duplicate becomes part of it. */
export type MergePair = { survivor: Customer; duplicate: Customer }

/** A field in which the two differ, with both values as people read them. */
export type Difference = { name: MergeField; label: string; survivor: string; duplicate: string }

const displayedValue = (customer: Customer, name: MergeField): string =>
  name === 'phone' ? formatPhone(customer.phone) : formatField(name, customer[name])

/** The fields to choose a value for. A value that the duplicate lacks is no choice. */
export const differences = ({ survivor, duplicate }: MergePair): Difference[] =>
  fields
    .map((name) => ({
      name,
      label: fieldLabels[name],
      survivor: displayedValue(survivor, name),
      duplicate: displayedValue(duplicate, name),
    }))
    .filter((it) => it.duplicate !== '' && it.duplicate !== it.survivor)
    .filter(({ name }) => name !== 'status' || nextStatuses[survivor.status]?.includes(duplicate.status))

/** What the survivor lacks comes from the duplicate, until another choice is made. */
export const defaultChoice = (pair: MergePair): MergeField[] =>
  differences(pair)
    .filter(({ survivor }) => survivor === '')
    .map(({ name }) => name)

/** The notes of both. */
function joinNotes({ survivor, duplicate }: MergePair): string | null {
  const notes = [survivor.notes, duplicate.notes].filter((text) => text !== null && text !== '')
  return notes.length === 0 ? null : [...new Set(notes)].join('\n')
}

/** Whether one record can hold the notes of both. A merge cannot be undone, so it cuts nothing. */
export const fitsNotes = (pair: MergePair): boolean => (joinNotes(pair)?.length ?? 0) <= maxTextLength

/** What changes on the survivor. */
export function mergeChanges(pair: MergePair, fromDuplicate: readonly MergeField[]): CustomerChanges {
  const values = fromDuplicate.map((name) => [name, pair.duplicate[name]])
  const notes = joinNotes(pair)
  return { ...Object.fromEntries(values), ...(notes !== pair.survivor.notes && { notes }) }
}
