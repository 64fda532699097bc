import { useForm } from '@plumbline/contract/form'
import { PasswordChange } from '@plumbline/gateway/api'
import { Button, Card, space } from '@plumbline/ui'
import { changePassword, sessionsQuery } from './accountCalls.ts'
import { PasswordField, passwordHint } from './PasswordField.tsx'

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
          hint={<span aria-live="polite">{passwordHint(form.watch('next'))}</span>}
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
