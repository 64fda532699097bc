import type { CommandsOf } from '../processes/roles/attachServices.ts'
import { demoOrigin, type Step } from './timeline.ts'

type Messaging = CommandsOf<'messaging'>
type Channel = 'sms' | 'email'
type DemoMessage = {
  hoursAgo: number
  by: 'us' | 'them'
  text: string
  channel?: Channel
  subject?: string
  /** No member of staff has read it yet. */
  isUnread?: true
}

export type Recipient = { id: number; firstName: string; email: string; smsNumber: string | null }

const hourMs = 3_600_000

/** Conversations; `{name}` is the customer's first name. Some end with an unanswered message. */
const conversations: readonly (readonly DemoMessage[])[] = [
  [
    {
      hoursAgo: 50,
      by: 'us',
      text: 'Hi {name}, this is the reminder you asked for: we come by the day after tomorrow at 8.',
    },
    { hoursAgo: 49, by: 'them', text: 'Great. The dog is friendly but loud, just ring.' },
    { hoursAgo: 1.5, by: 'us', text: 'On my way. I should be there in about 20 minutes.' },
    { hoursAgo: 1.2, by: 'them', text: 'Gate is open!' },
  ],
  [
    {
      hoursAgo: 27,
      by: 'them',
      text: 'The faucet you put in drips a little when it is turned to hot. Is that normal?',
    },
    {
      hoursAgo: 26.5,
      by: 'us',
      text: 'It should not. Can you send me a time tomorrow? There is no charge for that.',
    },
    { hoursAgo: 3, by: 'them', text: 'Anytime after 3 works.', isUnread: true },
  ],
  [
    {
      hoursAgo: 170,
      by: 'us',
      channel: 'email',
      subject: 'Your estimate',
      text: 'Hi {name},\n\nThe fence comes to six hours with the posts, so $450 and the lumber at cost. I can start the week after next.\n\nTell me if that suits you.',
    },
    {
      hoursAgo: 150,
      by: 'them',
      channel: 'email',
      text: 'That is fair. Please go ahead, and take the darker stain if they have it.',
    },
  ],
  [
    {
      hoursAgo: 700,
      by: 'us',
      text: 'Hi {name}, thank you for your business. If anything is not right, tell me and I will come by.',
    },
    { hoursAgo: 690, by: 'them', text: 'All good, the kitchen looks new. My sister will call you.' },
  ],
  [
    {
      hoursAgo: 12,
      by: 'them',
      text: 'Could we move Thursday to the afternoon? School play in the morning.',
      isUnread: true,
    },
  ],
  [
    {
      hoursAgo: 340,
      by: 'us',
      text: 'Hi {name}, a friendly reminder of the open invoice. Cash, Zelle or card, whatever is easiest.',
    },
    { hoursAgo: 338, by: 'them', text: 'Sorry, forgot! Paid by Zelle just now.' },
    { hoursAgo: 337, by: 'us', text: 'Got it, thank you.' },
  ],
]

/** The messages of all conversations, oldest first. */
export function conversationSteps(
  messaging: Messaging,
  recipients: readonly Recipient[],
  begin: Date,
): Step[] {
  const reachable = recipients.filter(({ smsNumber }) => smsNumber !== null)
  return conversations
    .flatMap((messages, index) => {
      const customer = reachable[index]
      return customer
        ? messages.map((message, turn) => stepOf(messaging, customer, message, `${index}-${turn}`, begin))
        : []
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function stepOf(
  messaging: Messaging,
  customer: Recipient,
  message: DemoMessage,
  key: string,
  begin: Date,
): Step {
  const { hoursAgo, by, text, channel = 'sms', subject, isUnread } = message
  const content = text.replace('{name}', customer.firstName)
  return {
    at: new Date(begin.getTime() - hoursAgo * hourMs),
    run: async (now) => {
      if (by === 'us') {
        const cause = { cause: 'staff', causeId: null } as const
        return messaging.writeMessage(demoOrigin(now), { customer, channel, content, subject, ...cause })
      }
      const received = { customerId: customer.id, channel, content, providerId: `demo-${key}` }
      await messaging.receiveMessage(demoOrigin(now, 'customer'), received)
      if (!isUnread) await messaging.readConversation(demoOrigin(now), customer.id)
    },
  }
}
