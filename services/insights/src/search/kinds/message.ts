import { type MessageEvent, textForStaff } from '@plumbline/messaging/events'
import { erased } from '@plumbline/platform/encryption'
import { excerpt } from '@plumbline/platform/text'
import { type SearchDocument, toDocument } from '../document.ts'
import { searchText } from '../searchText.ts'

export type MessageFacts = { id: number; customerId: number; excerpt: string }

export type SearchedMessageEvent = Extract<
  MessageEvent,
  { type: 'MessageWritten' | 'MessageReceived' | 'ContactMessageReceived' }
>

const maxExcerptLength = 120

const excerptOf = (text: string) => excerpt(text.replace(/\s+/g, ' ').trim(), maxExcerptLength)

/** Null for a message of a person who has been erased, and for one of no customer. */
export function messageDocument({ type, data }: SearchedMessageEvent): SearchDocument<MessageFacts> | null {
  if (type === 'ContactMessageReceived') return null
  const { messageId: id, customerId, content } = data
  if (content === erased) return null
  const isWritten = type === 'MessageWritten'
  const subject = isWritten ? data.subject : null
  return toDocument(
    'message',
    { id, customerId, excerpt: excerptOf([subject, textForStaff(content)].filter(Boolean).join(' · ')) },
    { at: isWritten ? data.writtenAt : data.receivedAt, text: searchText(subject, content) },
  )
}

export const describeMessage = ({ excerpt }: MessageFacts, customerName: string) => ({
  title: customerName,
  subtitle: excerpt,
})
