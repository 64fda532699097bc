import { useForm } from '@plumbline/contract/form'
import {
  MailSenderForm as Form,
  mailEncryptionLabels,
  mailEncryptions,
  mailSenderLabels,
} from '@plumbline/messaging/api'
import { Field, FieldRow, Select } from '@plumbline/ui'
import { lockableField, lockedHint } from './lockableField.ts'
import { SectionForm } from './SectionForm.tsx'
import { changeMailSender, emptyAsNone, type SendersProps, useSendersSaved } from './senderCalls.ts'
import { useSenderActions } from './useSenderActions.tsx'

/** The server that mail goes through. */
export function MailSenderForm({ senders: { email, defaults, locked }, record }: SendersProps) {
  const { hasPassword, changed, goesTo, port, ...fields } = email
  const isOwn = fields.host !== '' || hasPassword
  const form = useForm(Form, {
    defaults: { ...fields, port: port === null ? '' : String(port), password: '' },
    record,
    send: (_, { changes: { password, port, ...changes }, ifMatch }) =>
      changeMailSender(
        {
          ...emptyAsNone(changes),
          ...(port !== undefined && { port: port === '' ? null : Number(port) }),
          password: password || undefined,
        },
        ifMatch,
      ),
    ...useSendersSaved(),
    success: 'The mail server is set.',
  })
  const { buttons, dialog } = useSenderActions({
    channel: 'email',
    isSet: goesTo === 'provider',
    isOwn: isOwn && !locked['email.host'],
    record,
    to: defaults.leadsTo,
  })
  const field = lockableField({ form, labels: mailSenderLabels, locked, part: 'email' })
  return (
    <>
      <SectionForm
        form={form}
        title="Email"
        labels={mailSenderLabels}
        changed={changed ?? undefined}
        actions={buttons}
      >
        <p>
          {goesTo === 'provider'
            ? 'Mail goes through this server.'
            : 'No mail server is set: mail is printed to the log of the server, and reaches nobody.'}
        </p>
        <FieldRow>
          <Field {...field('host')} placeholder="smtp.example.com" />
          <Field {...field('port', 'Empty: the usual one')} inputMode="numeric" />
        </FieldRow>
        <Field
          label={mailSenderLabels.encryption}
          hint={lockedHint(locked['email.encryption'])}
          {...form.error('encryption')}
        >
          <Select
            {...form.register('encryption')}
            disabled={locked['email.encryption'] !== undefined}
            options={mailEncryptions.map((value) => ({ value, label: mailEncryptionLabels[value] }))}
          />
        </Field>
        <FieldRow>
          <Field {...field('user')} />
          <Field
            {...field('password', hasPassword ? 'One is set. Leave it empty to keep it.' : undefined)}
            type="password"
            autoComplete="new-password"
          />
        </FieldRow>
        <FieldRow>
          <Field {...field('fromName')} placeholder={defaults.fromName} />
          <Field {...field('fromAddress')} type="email" />
        </FieldRow>
        <Field
          {...field('replyTo', 'Where answers of customers go.')}
          type="email"
          placeholder={defaults.replyTo}
        />
      </SectionForm>
      {dialog}
    </>
  )
}
