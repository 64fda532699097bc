import { useParam } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'
import { IconButton, Menu } from '@plumbline/ui'
import { LayoutTemplate, Mail, MessageSquare, Plus } from 'lucide-react'

/** What the tabs of the page offer, where the conversation covers them. */
export function ComposerMenu({ channel }: { channel: MessageType }) {
  const [, setTab] = useParam('tab')
  return (
    <Menu
      label="Templates and channel"
      align="start"
      trigger={<IconButton label="Templates and channel" icon={Plus} />}
      items={[
        { label: 'Templates', icon: LayoutTemplate, onSelect: () => setTab('templates') },
        channel === 'sms'
          ? { label: 'Write by email', icon: Mail, onSelect: () => setTab('email') }
          : { label: 'Write by SMS', icon: MessageSquare, onSelect: () => setTab(null) },
      ]}
    />
  )
}
