import type { MessageType } from '@plumbline/messaging/api'

export const channelLabels: Record<MessageType, string> = { sms: 'SMS', email: 'Email' }

/** A number as people in the United States and Canada write it. @example formatNumber('+19195550101') // (919) 555-0101 */
export const formatNumber = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
