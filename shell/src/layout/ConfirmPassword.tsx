import { call, useSession } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import * as gateway from '@plumbline/gateway/api'
import { PasswordField } from '../pages/PasswordField.tsx'

/** On an own device, before money, the team, settings or an export: what was begun goes on afterwards. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { data: user } = useSession()
  const form = useForm(gateway.PasswordConfirmation, {
    defaults: { password: '' },
    send: (body) => call(gateway.confirmPassword, { body }),
    failure: 'Your password could not be checked',
    asksBeforeLeaving: false,
    onDone: () => onAnswer(true),
  })
  return (
    <FormDialog form={form} title="Is it you?" submitLabel="Go on" onClose={() => onAnswer(false)}>
      <p>You stay signed in on this device. Before this step, enter your password once more.</p>
      <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" autoFocus {...form.field('password')} />
    </FormDialog>
  )
}
