import {
  eachOptionalText,
  labelsOf,
  namesOf,
  type OptionalText,
  personalNamesOf,
} from '@plumbline/platform/fields'

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
export const customerFieldNames = /* @__PURE__ */ namesOf(customerFields)

export type OptionalCustomerField = OptionalText<typeof customerFields>
/** A value for each optional field. @example ofOptionalFields((name) => form[name] ?? null) */
export const ofOptionalFields = /* @__PURE__ */ eachOptionalText(customerFields)

/** @example customerLabels.firstName // 'First name' */
export const customerLabels = /* @__PURE__ */ labelsOf(customerFields)

export const personalFields = /* @__PURE__ */ personalNamesOf(customerFields)

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
export const leadFieldNames = /* @__PURE__ */ namesOf(leadFields)

/** @example leadLabels.serviceNeeded // 'Service' */
export const leadLabels = /* @__PURE__ */ labelsOf(leadFields)

export const personalLeadFields = /* @__PURE__ */ personalNamesOf(leadFields)
