import { type MessageType, twilioStatus } from '../api.ts'
import type { Sending } from '../senders/queries.ts'
import type { Channel } from './channel.ts'
import { consoleChannel } from './console.ts'
import { smtpChannel } from './smtp.ts'
import { twilioChannel } from './twilio.ts'

/** A channel to the provider; to the console where none is set. */
export function openChannel(type: MessageType, { email, sms }: Sending, publicUrl: string): Channel {
  if (type === 'email') return email ? smtpChannel(email) : consoleChannel()
  return sms ? twilioChannel({ ...sms, statusCallback: statusCallbackOf(publicUrl) }) : consoleChannel()
}

// the provider calls back over https only
const statusCallbackOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? `${publicUrl}${twilioStatus.path}` : undefined
