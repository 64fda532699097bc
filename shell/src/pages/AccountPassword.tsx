import { css } from '@emotion/react'
import { useForm } from '@plumbline/contract/form'
import { PasswordChange, passwordLength } from '@plumbline/gateway/api'
import { Button, Card, Field, IconButton, Input, phone, space } from '@plumbline/ui'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { changePassword, sessionsQuery } from './accountCalls.ts'

const { min, advised } = passwordLength

/** By length alone: what people believe to be strong is mostly a habit that is known. */
function hintOf(password: string): string {
  const length = [...password].length
  if (length === 0) return `At least ${min} characters; ${advised} or more are better, such as four words.`
  if (length < min) return `${min - length} more to go.`
  return length < advised ? `Long enough. ${advised} or more are better.` : 'A good length.'
}

/** `/account`: changes the password of a user who knows the current one. */
export function AccountPassword({ username }: { username: string }) {
  const form = useForm(PasswordChange, {
    defaults: { current: '', next: '' },
    send: changePassword,
    refetch: [sessionsQuery().queryKey],
    success: () => ({ title: 'Password changed', description: 'You are signed out everywhere else.' }),
    failure: 'Failed to change the password',
    onDone: () => {
      form.reset()
    },
  })
  return (
    <Card title="Password">
      <form css={{ display: 'grid', gap: space(5) }} aria-label="Change password" {...form.props}>
        {/* which of the saved passwords is to be changed */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Current password" autoComplete="current-password" {...form.field('current')} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={<span aria-live="polite">{hintOf(form.watch('next'))}</span>}
          {...form.field('next')}
        />
        <div>
          <Button tone="primary" type="submit" busy={form.pending}>
            {form.pending ? 'Changing...' : 'Change password'}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const row = css`
  position: relative;
  input { padding-right: ${space(12)}; }
  button { position: absolute; inset: 2px 2px auto auto; }
  ${phone} { button { inset: 0 0 auto auto; } }
`

type PasswordFieldProps = ComponentProps<'input'> & { label: string; hint?: ReactNode; error?: string }

/** A password that can be shown while it is typed. */
function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
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
