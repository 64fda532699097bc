/** What a field says of a variable that sets it. */
export const lockedHint = (variable: string | undefined): string | undefined =>
  variable && `Set by ${variable}, so it cannot be changed here.`

type Lockable<Name extends string, Props> = {
  form: { field: (name: Name) => Props }
  labels: Readonly<Record<Name, string>>
  /** The variables that set something, by its path. */
  locked: Readonly<Record<string, string>>
  /** What the path begins with. */
  part: string
}

/** What a field of the settings needs that a variable may set. A browser fills nothing into it, unless the field says what. */
export const lockableField =
  <Name extends string, Props extends object>({ form, labels, locked, part }: Lockable<Name, Props>) =>
  (name: Name, hint?: string) => {
    const variable = locked[`${part}.${name}`]
    return {
      label: labels[name],
      hint: lockedHint(variable) ?? hint,
      autoComplete: 'off',
      ...form.field(name),
      readOnly: variable !== undefined,
    }
  }
