import { formatPhone } from '@plumbline/contract/contact'
import {
  type Customer,
  type CustomerChanges,
  type CustomerFieldName,
  customerFieldNames,
  customerFields,
  customerLabels,
  maxTextLength,
  nextCustomerStatuses,
} from '@plumbline/crm/api'
import { formatField } from '../customers/customer.ts'

const chosen = customerFieldNames.filter((name) => customerFields[name].merge === 'choose')
const joined = customerFieldNames.filter((name) => customerFields[name].merge === 'join')

/** Two records of one person: the survivor stays, and the duplicate becomes part of it. */
export type MergePair = { survivor: Customer; duplicate: Customer }

/** A field in which the two differ, with both values as people read them. */
export type Difference = { name: CustomerFieldName; label: string; survivor: string; duplicate: string }

const displayedValue = (customer: Customer, name: CustomerFieldName): string =>
  name === 'phone' ? formatPhone(customer.phone) : formatField(name, customer[name])

/** The fields to choose a value for. A value that the duplicate lacks is no choice. */
export const differences = ({ survivor, duplicate }: MergePair): Difference[] =>
  chosen
    .map((name) => ({
      name,
      label: customerLabels[name],
      survivor: displayedValue(survivor, name),
      duplicate: displayedValue(duplicate, name),
    }))
    .filter((it) => it.duplicate !== '' && it.duplicate !== it.survivor)
    .filter(
      ({ name }) => name !== 'status' || nextCustomerStatuses[survivor.status]?.includes(duplicate.status),
    )

/** What the survivor lacks comes from the duplicate, until another choice is made. */
export const defaultChoice = (pair: MergePair): CustomerFieldName[] =>
  differences(pair)
    .filter(({ survivor }) => survivor === '')
    .map(({ name }) => name)

/** The texts of both. */
function joinTexts({ survivor, duplicate }: MergePair, name: CustomerFieldName): string {
  const texts = [survivor[name], duplicate[name]].filter(Boolean)
  return [...new Set(texts)].join('\n')
}

/** Whether one record can hold the notes of both. A merge cannot be undone, so it cuts nothing. */
export const fitsNotes = (pair: MergePair): boolean =>
  joined.every((name) => joinTexts(pair, name).length <= maxTextLength)

/** What changes on the survivor. */
export function mergeChanges(pair: MergePair, fromDuplicate: readonly CustomerFieldName[]): CustomerChanges {
  const taken = fromDuplicate.map((name) => [name, pair.duplicate[name]])
  const longer = joined
    .map((name) => [name, joinTexts(pair, name)] as const)
    .filter(([name, text]) => text !== (pair.survivor[name] ?? ''))
  return Object.fromEntries([...taken, ...longer])
}
