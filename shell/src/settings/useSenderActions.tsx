import { call } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { FormDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import {
  type MessageType,
  readTest,
  sendTest,
  TestAddressForm,
  type TestOutcome,
} from '@plumbline/messaging/api'
import { Button, color, confirm, Field } from '@plumbline/ui'
import { useState } from 'react'
import { removeSender, useSendersSaved } from './senderCalls.ts'

type SenderActions = {
  channel: MessageType
  /** There is a sender to try. */
  isSet: boolean
  /** It was set here, and can be forgotten here. */
  isOwn: boolean
  record: StoredRecord
  /** The recipient of a test, unless another one is typed. */
  to: string
}

const names = { email: 'mail server', sms: 'SMS account' } as const

/** Buttons that try the sender that is saved, or forget it; the dialog is next to the form that they are in. */
export function useSenderActions({ channel, isSet, isOwn, record, to }: SenderActions) {
  const [isOpen, setIsOpen] = useState(false)
  const removing = useAction(() => removeSender(channel, record.etag), {
    ...useSendersSaved(),
    success: () => `The ${names[channel]} is forgotten.`,
  })
  const remove = async () => {
    const isMeant = await confirm({
      title: `Remove the ${names[channel]}?`,
      text: 'Its password is forgotten for good, and messages reach nobody until another is set.',
      action: 'Remove',
    })
    if (isMeant) removing.run()
  }
  const buttons = (
    <>
      {isSet && <Button onClick={() => setIsOpen(true)}>Send a test</Button>}
      {isOwn && (
        <Button busy={removing.pending} onClick={() => void remove()}>
          Remove
        </Button>
      )}
    </>
  )
  const dialog = isOpen && <TestDialog channel={channel} to={to} onClose={() => setIsOpen(false)} />
  return { buttons, dialog }
}

const noAnswer = 'There was no answer in time. Check what is set, and whether the worker is running.'
const patienceMs = 15_000
const pauseMs = 400

/** What became of a test, once it is known or the wait is over. */
async function outcomeOf(id: string): Promise<TestOutcome> {
  const until = Date.now() + patienceMs
  for (;;) {
    const outcome = await call(readTest, { params: { id } })
    if (outcome.status !== 'waiting' || Date.now() > until) return outcome
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

type TestDialogProps = { channel: MessageType; to: string; onClose: () => void }

function TestDialog({ channel, to, onClose }: TestDialogProps) {
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(TestAddressForm, {
    defaults: { to },
    send: async (values, { key }) => {
      setRefusal(undefined)
      const { id } = await call(sendTest, { body: { channel, ...values }, idempotencyKey: key })
      return outcomeOf(id)
    },
    success: ({ status }, values) => (status === 'sent' ? `The test was sent to ${values.to}.` : null),
    failure: 'Failed to send the test. Please try again.',
    onDone: ({ status, reason }) => {
      if (status === 'sent') onClose()
      else setRefusal(reason ?? noAnswer)
    },
  })
  return (
    <FormDialog
      form={form}
      title="Send a test"
      description="It goes through what is saved."
      width="sm"
      submitLabel="Send"
      onClose={onClose}
    >
      <Field
        label={channel === 'email' ? 'Email address' : 'Mobile number'}
        type={channel === 'email' ? 'email' : 'tel'}
        required
        {...form.field('to')}
      />
      <p role="alert" css={{ color: color.red, fontWeight: 600 }}>
        {refusal}
      </p>
    </FormDialog>
  )
}
