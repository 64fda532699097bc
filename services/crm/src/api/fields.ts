type CustomerField = {
  /** As screens, files and the history call it. */
  label: string
  /** It says who a person is, where they live or what they wrote: the log has it encrypted, and an erasure takes it. */
  isPersonal: boolean
  /** What a merge does with two different values: it asks which one stays, or keeps both. */
  merge: 'choose' | 'join'
  /** Of a text that a customer may lack. Form, answer, events and read model have each such field by this description. */
  maxLength?: number
}

/** Of a description, and of notes. */
export const maxTextLength = 5_000

/** The fields of a customer, in the order of files. What the others may hold says `CustomerForm`, which has the same. */
export const customerFields = {
  firstName: { label: 'First name', isPersonal: true, merge: 'choose' },
  lastName: { label: 'Last name', isPersonal: true, merge: 'choose' },
  email: { label: 'Email', isPersonal: true, merge: 'choose' },
  phone: { label: 'Phone', isPersonal: true, merge: 'choose' },
  address: { label: 'Address', isPersonal: true, merge: 'choose', maxLength: 300 },
  status: { label: 'Status', isPersonal: false, merge: 'choose' },
  source: { label: 'Source', isPersonal: false, merge: 'choose' },
  notes: { label: 'Notes', isPersonal: true, merge: 'join', maxLength: maxTextLength },
} as const satisfies Record<string, CustomerField>

export type CustomerFieldName = keyof typeof customerFields
export const customerFieldNames = Object.keys(customerFields) as CustomerFieldName[]

type Described = typeof customerFields
/** A text that a customer may lack. */
export type OptionalCustomerField = {
  [Name in CustomerFieldName]: Described[Name] extends { maxLength: number } ? Name : never
}[CustomerFieldName]

/** A value for each optional field. @example ofOptionalFields((name) => form[name] ?? null) */
export const ofOptionalFields = <Value>(valueFor: (name: OptionalCustomerField) => Value) =>
  Object.fromEntries(
    customerFieldNames
      .filter((name): name is OptionalCustomerField => 'maxLength' in customerFields[name])
      .map((name) => [name, valueFor(name)]),
  ) as Record<OptionalCustomerField, Value>

/** @example customerLabels.firstName // 'First name' */
export const customerLabels = Object.fromEntries(
  customerFieldNames.map((name) => [name, customerFields[name].label]),
) as Record<CustomerFieldName, string>

/** What the log has encrypted. */
export const personalFields = customerFieldNames.filter((name) => customerFields[name].isPersonal) as Exclude<
  CustomerFieldName,
  'status' | 'source'
>[]

type LeadField = Pick<CustomerField, 'label' | 'isPersonal'>

/** What a lead says of the person and of the work that is asked for. Forms, the history and encryption read it. */
export const leadFields = {
  firstName: { label: 'First name', isPersonal: true },
  lastName: { label: 'Last name', isPersonal: true },
  email: { label: 'Email', isPersonal: true },
  phone: { label: 'Phone', isPersonal: true },
  serviceNeeded: { label: 'Service', isPersonal: false },
  projectDescription: { label: 'Description', isPersonal: true },
} as const satisfies Record<string, LeadField>

export type LeadFieldName = keyof typeof leadFields
export const leadFieldNames = Object.keys(leadFields) as LeadFieldName[]

/** @example leadLabels.serviceNeeded // 'Service' */
export const leadLabels = Object.fromEntries(
  leadFieldNames.map((name) => [name, leadFields[name].label]),
) as Record<LeadFieldName, string>

/** What the log has encrypted of a lead. */
export const personalLeadFields = leadFieldNames.filter((name) => leadFields[name].isPersonal) as Exclude<
  LeadFieldName,
  'serviceNeeded'
>[]
