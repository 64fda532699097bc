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
import { conversationsQuery, customerQuery, unknownConversationsQuery } from './queries.ts'
import { TemplatesTab } from './TemplatesTab.tsx'
import { UnknownConversation } from './UnknownConversation.tsx'
import { useTemplateInsert } from './useTemplateInsert.tsx'

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
    /* the buttons are below the heading */
    height: max(420px, calc(100dvh - 302px));
    > :first-of-type { border-right: 0; }
    /* one at a time: the list, or the chosen conversation */
    &[data-open] > :first-of-type, &:not([data-open]) > :last-of-type { display: none; }
  }
  ${phone} { height: max(360px, calc(100dvh - 372px)); }
`

function selectionIn(params: URLSearchParams): Selection {
  const kind = params.has('customer') ? 'customer' : 'contact'
  const id = params.get(kind) ?? ''
  return /^[1-9]\d{0,8}$/.test(id) ? { kind, id: Number(id) } : null
}

/** `/messages`: Customer Communications. */
export function MessagesPage() {
  const { data: conversations } = useSuspenseQuery(conversationsQuery())
  const [tab, setTab] = useParam('tab')
  const [panel, setPanel] = useParam('panel')
  const [isWriting, setWriting] = useState(false)
  const [params, setParams] = useSearchParams()
  const selected = selectionIn(params)
  const customerId = selected?.kind === 'customer' ? selected.id : null
  const { data: unknown = [] } = useQuery(unknownConversationsQuery())
  const channel: MessageType = tab === 'email' ? 'email' : 'sms'
  const { data: customer } = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== null })
  const name = customer && `${customer.firstName} ${customer.lastName}`
  const templateInsert = useTemplateInsert({ customerId, channel, onNewMessage: () => setWriting(true) })

  const select = (selection: Selection, replace = false) =>
    setParams(
      (old) => {
        old.delete('customer')
        old.delete('contact')
        if (selection) old.set(selection.kind, String(selection.id))
        return old
      },
      { replace, preventScrollReset: true },
    )

  const pane = (
    <div css={panes} data-open={selected ? true : undefined}>
      <ConversationList
        conversations={conversations}
        unknown={unknown}
        selected={selected}
        onSelect={select}
      />
      {selected?.kind === 'contact' ? (
        <UnknownConversation
          key={selected.id}
          contactId={selected.id}
          onAssigned={(id) => select({ kind: 'customer', id }, true)}
          onBack={() => select(null)}
        />
      ) : (
        <Conversation
          key={`${customerId} ${channel}`}
          customerId={customerId}
          channel={channel}
          onBack={() => select(null)}
        />
      )}
    </div>
  )
  return (
    <>
      <title>{name ? `Messages with ${name}` : 'Customer Communications'}</title>
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
            content: <TemplatesTab onChoose={(template) => templateInsert.choose(template, setTab)} />,
          },
        ]}
      />
      {templateInsert.invoiceChoice}
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
