import { useForm } from '@plumbline/contract/form'
import { SmsSenderForm as Form, smsSenderLabels } from '@plumbline/messaging/api'
import { Field, FieldRow } from '@plumbline/ui'
import { lockableField } from './lockableField.ts'
import { SectionForm } from './SectionForm.tsx'
import { changeSmsSender, emptyAsNone, type SendersProps, useSendersSaved } from './senderCalls.ts'
import { useSenderActions } from './useSenderActions.tsx'

/** The account that SMS go through. */
export function SmsSenderForm({ senders: { sms, locked }, record }: SendersProps) {
  const { accountEndsWith, hasAuthToken, from, changed, goesTo } = sms
  const isOwn = from !== '' || accountEndsWith !== null || hasAuthToken
  const form = useForm(Form, {
    defaults: { accountSid: '', authToken: '', from },
    record,
    send: (_, { changes: { accountSid, authToken, ...changes }, ifMatch }) =>
      changeSmsSender(
        { ...emptyAsNone(changes), accountSid: accountSid || undefined, authToken: authToken || undefined },
        ifMatch,
      ),
    ...useSendersSaved(),
    success: 'The SMS account is set.',
  })
  const { buttons, dialog } = useSenderActions({
    channel: 'sms',
    isSet: goesTo === 'provider',
    isOwn: isOwn && !locked['sms.from'],
    record,
    to: '',
  })
  const field = lockableField({ form, labels: smsSenderLabels, locked, part: 'sms' })
  return (
    <>
      <SectionForm
        form={form}
        title="SMS"
        labels={smsSenderLabels}
        changed={changed ?? undefined}
        actions={buttons}
      >
        <p>
          {goesTo === 'provider'
            ? 'SMS go through this account of Twilio.'
            : 'No account of Twilio is set: SMS are printed to the log of the server, and reach nobody.'}
        </p>
        <FieldRow>
          <Field
            {...field(
              'accountSid',
              accountEndsWith
                ? `One is set that ends with ${accountEndsWith}. Leave it empty to keep it.`
                : undefined,
            )}
            placeholder="AC…"
          />
          <Field
            {...field('authToken', hasAuthToken ? 'One is set. Leave it empty to keep it.' : undefined)}
            type="password"
            autoComplete="new-password"
          />
        </FieldRow>
        <Field
          {...field('from', 'The number that customers see, or a Messaging Service.')}
          placeholder="+19195550100"
        />
      </SectionForm>
      {dialog}
    </>
  )
}
