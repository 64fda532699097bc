/**
 * What the fields of a noun have in common: its service describes them once, and labels, limits, events and tables are made
 * of the description. Runs in the browser.
 */
type Fields = Readonly<
  Record<string, { label: string; isPersonal?: boolean; storedAs?: string; maxLength?: number }>
>

type NamesWith<F extends Fields, Part> = {
  [Name in keyof F & string]: F[Name] extends Part ? Name : never
}[keyof F & string]
/** Those with a longest length: a text that a record may lack. */
export type OptionalText<F extends Fields> = NamesWith<F, { maxLength: number }>
/** What events and read models call them. */
export type StoredName<F extends Fields> = {
  [Name in keyof F & string]: F[Name] extends { storedAs: infer Stored extends string } ? Stored : Name
}[keyof F & string]

const withNames = <Name extends string, Value>(names: readonly Name[], valueFor: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>

export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[]

export const labelsOf = <F extends Fields>(fields: F) =>
  withNames(namesOf(fields), (name) => fields[name]?.label as string)

/** Labels by the names that events have. */
export const storedLabelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { storedAs = name, label }]) => [storedAs, label]),
  ) as Record<StoredName<F>, string>

/** What the log has encrypted. */
export const personalNamesOf = <F extends Fields>(fields: F) =>
  namesOf(fields).filter((name) => fields[name]?.isPersonal) as NamesWith<F, { isPersonal: true }>[]

export const optionalTextsOf = <F extends Fields>(fields: F) =>
  namesOf(fields).filter((name) => fields[name]?.maxLength !== undefined) as OptionalText<F>[]

/** Makes a record of a value for each text that may be lacking. */
export const eachOptionalText = <F extends Fields>(fields: F) => {
  const names = optionalTextsOf(fields)
  return <Value>(valueFor: (name: OptionalText<F>) => Value) => withNames(names, valueFor)
}
