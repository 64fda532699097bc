import { css } from '@emotion/react'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useMemo } from 'react'
import { FieldContext } from './fieldContext.ts'
import { Input } from './Input.tsx'
import { color, space, text } from './tokens.ts'

const note = css`
  color: ${color.muted};
  font-size: ${text.sm};
`

const wrong = css`
  display: flex;
  gap: ${space(1.5)};
  color: ${color.red};
  font-size: ${text.sm};
  svg { flex: none; margin-top: 2px; }
`

type FieldProps = Omit<ComponentProps<'input'>, 'children'> & {
  label: string
  hint?: ReactNode
  error?: string
  /** Any control of this package; a text input when there is none. */
  children?: ReactNode
}

/** A control with its label, its hint and its error, which are read with it: `<Field label="Name" name="name" />`. */
export function Field({ label, hint, error, children, id, required, ...input }: FieldProps) {
  const own = useId()
  const control = id ?? own
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ')
  const context = useMemo(
    () => ({
      id: control,
      required: required || undefined,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': describedBy || undefined,
    }),
    [control, required, error, describedBy],
  )
  return (
    <div css={{ display: 'grid', gap: space(1.5), alignContent: 'start', minWidth: 0 }}>
      <label htmlFor={control} css={{ fontWeight: 600, fontSize: text.sm }}>
        {label}
      </label>
      <FieldContext value={context}>{children ?? <Input {...input} />}</FieldContext>
      {hint && (
        <p id={`${control}-hint`} css={note}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${control}-error`} css={wrong}>
          <CircleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
    </div>
  )
}
