type CustomerField = {
  /** As screens, files and the history call it. */
  label: string
  /** It says who a person is, where they live or what they wrote: the log has it encrypted, and an erasure takes it. */
  isPersonal: boolean
  /** What a merge does with two different values: it asks which one stays, or keeps both. */
  merge: 'choose' | 'join'
}

/** The fields of a customer, in the order of files. What each may hold says `CustomerForm`, which has the same. */
export const customerFields = {
  firstName: { label: 'First name', isPersonal: true, merge: 'choose' },
  lastName: { label: 'Last name', isPersonal: true, merge: 'choose' },
  email: { label: 'Email', isPersonal: true, merge: 'choose' },
  phone: { label: 'Phone', isPersonal: true, merge: 'choose' },
  address: { label: 'Address', isPersonal: true, merge: 'choose' },
  status: { label: 'Status', isPersonal: false, merge: 'choose' },
  source: { label: 'Source', isPersonal: false, merge: 'choose' },
  notes: { label: 'Notes', isPersonal: true, merge: 'join' },
} as const satisfies Record<string, CustomerField>

export type CustomerFieldName = keyof typeof customerFields
export const customerFieldNames = Object.keys(customerFields) as CustomerFieldName[]

/** @example customerLabels.firstName // 'First name' */
export const customerLabels = Object.fromEntries(
  customerFieldNames.map((name) => [name, customerFields[name].label]),
) as Record<CustomerFieldName, string>

/** What the log has encrypted. */
export const personalFields = customerFieldNames.filter((name) => customerFields[name].isPersonal) as Exclude<
  CustomerFieldName,
  'status' | 'source'
>[]
