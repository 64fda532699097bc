import {
  eachOptionalText,
  labelsOf,
  namesOf,
  type OptionalText,
  optionalTextsOf,
  personalNamesOf,
  type StoredName,
  storedLabelsOf,
} from '@plumbline/platform/fields'

type AppointmentField = {
  /** As screens, files and the history call it. */
  label: string
  /** It says where a person lives or what they wrote: the log has it encrypted, and an erasure takes it. */
  isPersonal: boolean
  /** What events and the read model call it, where that is another name. */
  storedAs?: string
  /** Of a text that an appointment may lack. Form, answer, events and read model have each such field by this description. */
  maxLength?: number
}

/** The fields of an appointment that a request may set. What the others may hold says `AppointmentForm`. */
export const appointmentFields = {
  customerId: { label: 'Customer', isPersonal: false },
  title: { label: 'Service type', isPersonal: false },
  status: { label: 'Status', isPersonal: false },
  scheduledDate: { label: 'When', isPersonal: false, storedAs: 'startsAt' },
  duration: { label: 'Minutes', isPersonal: false, storedAs: 'durationMinutes' },
  arrivalWindow: { label: 'Arrival', isPersonal: false, storedAs: 'arrivalWindowMinutes' },
  anytime: { label: 'Anytime', isPersonal: false },
  assigneeIds: { label: 'Who does it', isPersonal: false },
  estimatedPrice: { label: 'Estimated price', isPersonal: false, storedAs: 'estimatedCents' },
  actualPrice: { label: 'Actual price', isPersonal: false, storedAs: 'actualCents' },
  /** The work; the customer may read it. */
  description: { label: 'Work description', isPersonal: true, maxLength: 5_000 },
  notes: { label: 'Internal notes', isPersonal: true, maxLength: 5_000 },
  /** The job site, when it is not the customer's own address. */
  address: { label: 'Address', isPersonal: true, maxLength: 500 },
} as const satisfies Record<string, AppointmentField>

export type AppointmentFieldName = keyof typeof appointmentFields
export const appointmentFieldNames = /* @__PURE__ */ namesOf(appointmentFields)
/** What events and the read model call them. */
export type StoredFieldName = StoredName<typeof appointmentFields>

export type OptionalAppointmentText = OptionalText<typeof appointmentFields>
export const appointmentTexts = /* @__PURE__ */ optionalTextsOf(appointmentFields)
/** A value for each text that an appointment may lack. @example ofTexts((name) => textOrNull(form[name])) */
export const ofTexts = /* @__PURE__ */ eachOptionalText(appointmentFields)

/** @example appointmentLabels.scheduledDate // 'When' */
export const appointmentLabels = /* @__PURE__ */ labelsOf(appointmentFields)
/** @example storedAppointmentLabels.startsAt // 'When' */
export const storedAppointmentLabels = /* @__PURE__ */ storedLabelsOf(appointmentFields)

export const personalFields = /* @__PURE__ */ personalNamesOf(appointmentFields)
