import type { MessageType } from '@plumbline/messaging/api'

export const channelLabels: Record<MessageType, string> = { sms: 'SMS', email: 'Email' }
