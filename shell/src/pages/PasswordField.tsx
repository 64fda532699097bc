import { css } from '@emotion/react'
import { passwordLength } from '@plumbline/gateway/api'
import { Field, IconButton, Input, phone, space } from '@plumbline/ui'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'

const { min, advised } = passwordLength

/** By length alone: what people believe to be strong is mostly a habit that is known. */
export function passwordHint(password: string): string {
  const length = [...password].length
  if (length === 0) return `At least ${min} characters; ${advised} or more are better, such as four words.`
  if (length < min) return `${min - length} more to go.`
  return length < advised ? `Long enough. ${advised} or more are better.` : 'A good length.'
}

const row = css`
  position: relative;
  input { padding-right: ${space(12)}; }
  button { position: absolute; inset: 2px 2px auto auto; }
  ${phone} { button { inset: 0 0 auto auto; } }
`

type PasswordFieldProps = ComponentProps<'input'> & { label: string; hint?: ReactNode; error?: string }

/** A password that can be shown while it is typed. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Field label={label} hint={hint} required error={error}>
      <div css={row}>
        <Input {...input} type={isVisible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
        <IconButton
          label={`${isVisible ? 'Hide' : 'Show'} the ${label.toLowerCase()}`}
          icon={isVisible ? EyeOff : Eye}
          onClick={() => setIsVisible(!isVisible)}
        />
      </div>
    </Field>
  )
}
