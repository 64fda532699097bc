import { css } from '@emotion/react'
import { useParam } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, color, PageHeader, phone, radius, Tabs } from '@plumbline/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { BellRing, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RemindersDrawer } from '../reminders/RemindersDrawer.tsx'
import { Conversation } from './Conversation.tsx'
import { ConversationList, type Selection } from './ConversationList.tsx'
import { NewMessageDialog } from './NewMessageDialog.tsx'
import { conversationsQuery, unknownConversationsQuery } from './queries.ts'
import { TemplatesTab } from './TemplatesTab.tsx'
import { UnknownConversation } from './UnknownConversation.tsx'
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

const none: Selection = { customerId: null, contactId: null }
const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** `/messages`: Customer Communications. */
export function MessagesPage() {
  const { data: conversations } = useSuspenseQuery(conversationsQuery())
  const [tab, setTab] = useParam('tab')
  const [panel, setPanel] = useParam('panel')
  const [isWriting, setWriting] = useState(false)
  const [params, setParams] = useSearchParams()
  const customerId = idOf(params.get('customer'))
  const contactId = customerId === null ? idOf(params.get('contact')) : null
  const { data: unknown = [] } = useQuery(unknownConversationsQuery())
  const channel: MessageType = tab === 'email' ? 'email' : 'sms'
  const insert = useInsert({ customerId, channel, onWithout: () => setWriting(true) })

  const select = (selection: Selection, replace = false) =>
    setParams(
      (old) => {
        for (const [name, id] of [
          ['customer', selection.customerId],
          ['contact', selection.contactId],
        ] as const)
          if (id === null) old.delete(name)
          else old.set(name, String(id))
        return old
      },
      { replace, preventScrollReset: true },
    )

  const pane = (
    <div css={panes} data-open={customerId === null && contactId === null ? undefined : true}>
      <ConversationList
        conversations={conversations}
        unknown={unknown}
        selected={{ customerId, contactId }}
        onSelect={(selection) => select(selection)}
      />
      {contactId === null ? (
        <Conversation
          key={`${customerId} ${channel}`}
          customerId={customerId}
          channel={channel}
          onBack={() => select(none)}
        />
      ) : (
        <UnknownConversation
          key={contactId}
          contactId={contactId}
          onAssigned={(id) => select({ customerId: id, contactId: null }, true)}
          onBack={() => select(none)}
        />
      )}
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
