import type { MessageType } from '@plumbline/messaging/api'
import { color, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from './queries.ts'

type ConsoleNoteProps = { channel: MessageType; className?: string }

/** Says that SMS are only printed while no provider is configured. */
export function ConsoleNote({ channel, className }: ConsoleNoteProps) {
  const { data: channels } = useQuery(channelsQuery())
  if (channel !== 'sms' || channels?.sms !== 'console') return null
  return (
    <p className={className} css={{ color: color.muted, fontSize: text.sm }}>
      SMS will log to the console for the MVP.
    </p>
  )
}
