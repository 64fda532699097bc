import { css } from '@emotion/react'
import { useParam } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, color, PageHeader, phone, radius, Tabs } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { BellRing, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RemindersDrawer } from '../reminders/RemindersDrawer.tsx'
import { Conversation } from './Conversation.tsx'
import { ConversationList } from './ConversationList.tsx'
import { NewMessageDialog } from './NewMessageDialog.tsx'
import { conversationsQuery } from './queries.ts'
import { TemplatesTab } from './TemplatesTab.tsx'
import { useInsert } from './useInsert.tsx'

const panes = css`
  display: grid;
  grid-template-columns: minmax(260px, 340px) minmax(0, 1fr);
  height: max(420px, calc(100dvh - 250px));
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  overflow: hidden;
  > :first-of-type { border-right: 1px solid ${color.line}; }
  @media (max-width: 900px) {
    grid-template-columns: minmax(0, 1fr);
    /* the buttons stand below the heading */
    height: max(420px, calc(100dvh - 302px));
    > :first-of-type { border-right: 0; }
    /* one at a time: the list, or the conversation that was chosen */
    &[data-open] > :first-of-type, &:not([data-open]) > :last-of-type { display: none; }
  }
  ${phone} { height: max(360px, calc(100dvh - 372px)); }
`

/** `/messages`: Customer Communications. */
export function MessagesPage() {
  const { data: conversations } = useSuspenseQuery(conversationsQuery())
  const [tab, setTab] = useParam('tab')
  const [selected, setSelected] = useParam('customer')
  const customerId = selected !== null && /^[1-9]\d{0,8}$/.test(selected) ? Number(selected) : null
  const [panel, setPanel] = useParam('panel')
  const [isWriting, setWriting] = useState(false)
  const [, setParams] = useSearchParams()
  const channel: MessageType = tab === 'email' ? 'email' : 'sms'
  const insert = useInsert({ customerId, channel, onWithout: () => setWriting(true) })

  const pane = (
    <div css={panes} data-open={customerId === null ? undefined : true}>
      <ConversationList
        conversations={conversations}
        selected={customerId}
        onSelect={(id) => setSelected(String(id))}
      />
      <Conversation
        key={`${customerId} ${channel}`}
        customerId={customerId}
        channel={channel}
        onBack={() => setSelected(null)}
      />
    </div>
  )
  return (
    <>
      <title>Customer Communications</title>
      <PageHeader
        title="Customer Communications"
        actions={
          <>
            <Button onClick={() => setPanel('reminders')}>
              <BellRing size={16} aria-hidden />
              Reminders
            </Button>
            <Button tone="primary" onClick={() => setWriting(true)}>
              <Plus size={16} aria-hidden />
              New Message
            </Button>
          </>
        }
      />
      <Tabs
        label="Messages"
        value={tab === 'email' || tab === 'templates' ? tab : 'sms'}
        onChange={(value) => setTab(value === 'sms' ? null : value)}
        tabs={[
          { value: 'sms', label: 'SMS Messages', content: pane },
          { value: 'email', label: 'Email', content: pane },
          {
            value: 'templates',
            label: 'Templates',
            content: <TemplatesTab onChoose={(template) => insert.choose(template, setTab)} />,
          },
        ]}
      />
      {insert.question}
      <RemindersDrawer open={panel === 'reminders'} onClose={() => setPanel(null)} />
      {isWriting && (
        <NewMessageDialog
          channel={channel}
          onClose={() => setWriting(false)}
          onSent={(id, type) => {
            setWriting(false)
            setParams({ customer: String(id), ...(type === 'email' && { tab: 'email' }) })
          }}
        />
      )}
    </>
  )
}
