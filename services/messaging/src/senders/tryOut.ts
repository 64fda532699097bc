import { randomUUID } from 'node:crypto'
import { type Db, run } from '@plumbline/platform/db'
import { toSmsNumber } from '@plumbline/platform/e164'
import { emailPattern } from '@plumbline/platform/email'
import { refuseField, rejection } from '@plumbline/platform/errors'
import { type Aggregate, execute } from '@plumbline/platform/event-store'
import type { MessageType, TestForm, TestOutcome } from '../api.ts'
import type { SenderTried } from '../events.ts'
import { insertDelivery, testSubject } from '../ledger/ledger.ts'
import { readSender } from '../sender.ts'
import type { MessagingContext } from '../settings.ts'
import { letter } from '../texts/mail.ts'
import { adviceOn } from './advice.ts'
import { readSending } from './queries.ts'

type Try = { type: 'TrySender'; channel: MessageType }

/** Stream `sender-test-1`. */
const tries: Aggregate<null, Try, SenderTried, never> = {
  name: 'sender-test',
  decider: {
    initialState: () => null,
    decide: ({ channel }, _, { now }) => [{ type: 'SenderTried', data: { channel, triedAt: now } }],
    evolve: () => null,
  },
}

// by then no browser waits for the result
const validMs = 30_000

/** Writes one message that goes the way of all others: through the worker and what is set. Answers its delivery. */
export async function sendTest(ctx: MessagingContext, { channel, to }: TestForm): Promise<{ id: string }> {
  const recipient = channel === 'sms' ? toSmsNumber(to) : emailPattern.test(to) ? to : null
  if (!recipient)
    refuseField(
      'to',
      channel === 'sms' ? 'Please enter a mobile number' : 'Please enter a valid email address',
    )
  if (!(await readSending(ctx))[channel])
    throw rejection(
      'conflict',
      channel === 'sms' ? 'No SMS account is set yet.' : 'No mail server is set yet.',
    )
  const { name } = await readSender(ctx)
  const content = `This is a test from ${name}. Messages to customers go out this way.`
  const id = randomUUID()
  await insertDelivery(ctx.db, ctx.keyring, {
    ...{ id, channel, dataSubject: testSubject, recipient, cause: 'staff' },
    subject: channel === 'email' ? `Test from ${name}` : '',
    ...(channel === 'email' ? letter(content, name) : { text: content, html: '' }),
    expiresAt: new Date(ctx.now.getTime() + validMs).toISOString(),
  })
  await execute(ctx, tries, 1, { type: 'TrySender', channel })
  return { id }
}

/** What became of a test. */
export async function readTest(db: Db, id: string): Promise<TestOutcome> {
  const [row] = await run<{ channel: MessageType; status: string; error: string | null }>(db, {
    name: 'read-sender-test',
    text: 'SELECT channel, status, last_error AS error FROM deliveries WHERE id = $1 AND about = $2',
    values: [id, testSubject],
  })
  if (!row) throw rejection('not-found', 'There is no such test.')
  if (row.status === 'sent') return { status: 'sent', reason: null }
  return row.error === null
    ? { status: 'waiting', reason: null }
    : { status: 'failed', reason: adviceOn(row.channel, row.error) }
}
