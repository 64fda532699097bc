import type { Customer, CustomerChanges } from '@plumbline/crm/api'
import { sourceLabel, statusLabels } from './customer.ts'

const fields = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['phone', 'Phone'],
  ['email', 'Email'],
  ['address', 'Address'],
  ['source', 'Source'],
  ['status', 'Status'],
] as const
export type MergeField = (typeof fields)[number][0]

/** A field in which two records differ, with the value of the one that stays and of the one that goes. */
export type Difference = { name: MergeField; label: string; stays: string; goes: string }

// as the server allows it
const nextStatuses: Record<string, readonly string[]> = {
  lead: ['active'],
  active: ['completed'],
  completed: ['active'],
}

const shownAs = (customer: Customer, name: MergeField): string => {
  if (name === 'source') return sourceLabel(customer)
  if (name === 'status') return statusLabels[customer.status] ?? customer.status
  return customer[name] ?? ''
}

/** Where one has to be chosen: what the one that goes does not have is no choice. */
export function differences(stays: Customer, goes: Customer): Difference[] {
  return fields
    .filter(([name]) => (goes[name] ?? '') !== '' && goes[name] !== stays[name])
    .filter(([name]) => name !== 'status' || nextStatuses[stays.status]?.includes(goes.status))
    .map(([name, label]) => ({ name, label, stays: shownAs(stays, name), goes: shownAs(goes, name) }))
}

/** What the one that stays lacks it takes over, unless somebody chooses otherwise. */
export const takenByDefault = (all: readonly Difference[]): MergeField[] =>
  all.filter(({ stays }) => stays === '').map(({ name }) => name)

const mostLetters = 5_000

/** The notes of both. */
function joinedNotes(stays: Customer, goes: Customer): string | null {
  const notes = [stays.notes, goes.notes].filter((text) => text !== null && text !== '')
  return notes.length === 0 ? null : [...new Set(notes)].join('\n').slice(0, mostLetters)
}

/** What changes on the one that stays. */
export function changesOfMerge(
  stays: Customer,
  goes: Customer,
  taken: readonly MergeField[],
): CustomerChanges {
  const values = taken.map((name) => [name, goes[name]])
  const notes = joinedNotes(stays, goes)
  return { ...Object.fromEntries(values), ...(notes !== stays.notes && { notes }) }
}
