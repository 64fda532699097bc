import { useRights } from '@plumbline/contract/rights'
import { excerpt } from '@plumbline/contract/text'
import type { ConversationMessage } from '@plumbline/messaging/api'
import { Button } from '@plumbline/ui'
import { useEffect, useRef } from 'react'

const maxNameLength = 40

type MessageButtonProps = {
  label: string
  message: ConversationMessage
  busy: boolean
  onPress: () => void
}

/** A button in a bubble, for who may act on every message. When it disappears because it was pressed, the focus goes to the bubble, not to the page. */
export function MessageButton({ label, message: { subject, content }, busy, onPress }: MessageButtonProps) {
  const { may } = useRights()
  const bubble = useRef<HTMLElement>(null)
  useEffect(
    () => () => {
      if (document.activeElement === document.body) bubble.current?.focus()
    },
    [],
  )
  if (!may('messages.all')) return null
  return (
    <Button
      size="sm"
      tone="quiet"
      busy={busy}
      aria-label={`${label}: ${excerpt(subject ?? content, maxNameLength)}`}
      onClick={({ currentTarget }) => {
        bubble.current = currentTarget.closest('li')
        onPress()
      }}
    >
      {label}
    </Button>
  )
}
