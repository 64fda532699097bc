import { isIP } from 'node:net'
import { refuseField } from '@plumbline/platform/errors'
import { type Aggregate, execute } from '@plumbline/platform/event-store'
import type { LeadMailChanges, MailSenderChanges, MessageType, SmsSenderChanges } from '../api.ts'
import { isGuarded } from '../channel/guardedHost.ts'
import type { SenderEvent } from '../events.ts'
import { retryRefused } from '../ledger/ledger.ts'
import type { MessagingContext } from '../settings.ts'
import { type SendersCommand, type SendersState, secretsOf, sendersDecider } from './decider.ts'
import { sendersId } from './queries.ts'
import { removeSecrets, storeSecrets } from './secrets.ts'

/** Stream `senders-1`. */
const senders: Aggregate<SendersState, SendersCommand, SenderEvent, never> = {
  name: 'senders',
  decider: sendersDecider,
}

const lockedBy = ({ settings }: MessagingContext) => ({ locked: settings.lockedSenders ?? {} })

export async function changeMailSender(ctx: MessagingContext, changes: MailSenderChanges): Promise<void> {
  const { host, password } = changes
  if (host && isIP(host) && isGuarded(host)) refuseField('host', 'This address is not that of a mail server')
  const { state } = await execute(ctx, senders, sendersId, {
    type: 'ChangeMail',
    changes,
    ...lockedBy(ctx),
  })
  await storeSecrets(ctx.db, ctx.keyring, { password })
  if (!state.secrets.includes('password')) await removeSecrets(ctx.db, secretsOf.email)
  await retryRefused(ctx.db, 'email')
}

export async function changeSmsSender(ctx: MessagingContext, changes: SmsSenderChanges): Promise<void> {
  const { accountSid, authToken } = changes
  await execute(ctx, senders, sendersId, { type: 'ChangeSms', changes, ...lockedBy(ctx) })
  await storeSecrets(ctx.db, ctx.keyring, { accountSid, authToken })
  await retryRefused(ctx.db, 'sms')
}

export const changeLeadMail = (ctx: MessagingContext, changes: LeadMailChanges) =>
  execute(ctx, senders, sendersId, { type: 'ChangeLeadMail', changes, ...lockedBy(ctx) })

/** Forgets a sender; its secrets are in no event and are deleted. */
export async function removeSender(ctx: MessagingContext, channel: MessageType): Promise<void> {
  await execute(ctx, senders, sendersId, { type: 'RemoveSender', channel })
  await removeSecrets(ctx.db, secretsOf[channel])
}
