import { css } from '@emotion/react'
import { useParam } from '@plumbline/contract'
import { useRights } from '@plumbline/contract/rights'
import { fullName } from '@plumbline/crm/api'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, PageHeader, phone, space, Tabs, useMediaQuery } from '@plumbline/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { BellRing, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RemindersDrawer } from '../reminders/RemindersDrawer.tsx'
import { ConsoleNote } from './ConsoleNote.tsx'
import { Conversation } from './Conversation.tsx'
import { ConversationList } from './ConversationList.tsx'
import { CustomerDetails } from './CustomerDetails.tsx'
import { rowName, type Selection } from './inbox.ts'
import { listIsCovered, pageLayout, panesLayout } from './layout.ts'
import { showsDetails } from './media.ts'
import { type NewMessage, NewMessageDialog } from './NewMessageDialog.tsx'
import { conversationsQuery, customerQuery, unknownConversationsQuery } from './queries.ts'
import { RefusedNote } from './RefusedNote.tsx'
import { TemplatesTab } from './TemplatesTab.tsx'
import { UnknownConversation } from './UnknownConversation.tsx'
import { useLeaveTemplates } from './useLeaveTemplates.ts'
import { useTemplateInsert } from './useTemplateInsert.tsx'

// the pane says it where it is beside the list
const onlyWhereCovered = css`
  display: none;
  padding: 0 ${space(5)} ${space(3)};
  ${listIsCovered} { display: block; }
`

// on a phone beside the title
const collapsed = css`
  ${phone} {
    && { position: relative; width: 44px; padding: 0; }
    span { position: absolute; inset: 0; overflow: hidden; clip-path: inset(50%); }
  }
`

function selectionIn(params: URLSearchParams): Selection {
  const kind = params.has('customer') ? 'customer' : 'contact'
  const id = params.get(kind) ?? ''
  return /^[1-9]\d{0,8}$/.test(id) ? { kind, id: Number(id) } : null
}

/** A conversation that is closed gives the focus back to its row in the list, when it had it. */
function useReturnFocus(selected: Selection) {
  const last = useRef(selected)
  useEffect(() => {
    const closed = selected ? null : last.current
    last.current = selected
    if (!closed || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-row='${rowName(closed)}'] > button`)?.focus()
  }, [selected?.kind, selected?.id, selected])
}

/** `/messages`: Customer Communications. */
export function MessagesPage() {
  const { data: conversations } = useSuspenseQuery(conversationsQuery())
  const [tab, setTab] = useParam('tab')
  const [panel, setPanel] = useParam('panel')
  const [newMessage, setNewMessage] = useState<NewMessage | null>(null)
  // other pages lead to a new message
  const [added, add] = useParam('add')
  const [params, setParams] = useSearchParams()
  const selected = selectionIn(params)
  const customerId = selected?.kind === 'customer' ? selected.id : null
  const isOpen = selected !== null && tab !== 'templates'
  const hasDetails = useMediaQuery(showsDetails) && customerId !== null
  useReturnFocus(selected)
  const { may } = useRights()
  const { data: unknown } = useQuery({ ...unknownConversationsQuery(), enabled: may('messages.all') })
  // behind the templates it stays the one of the tab before
  const [lastChannel, setLastChannel] = useState<MessageType>('sms')
  const channel = tab === 'templates' ? lastChannel : tab === 'email' ? 'email' : 'sms'
  if (channel !== lastChannel) setLastChannel(channel)
  const { data: customer } = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== null })
  const name = customer && fullName(customer)
  const leaveTemplates = useLeaveTemplates()
  const templateInsert = useTemplateInsert({ customerId, channel, onNewMessage: setNewMessage })
  const blankMessage = { type: channel, content: '', subject: '' }
  const written = newMessage ?? (added === 'message' ? blankMessage : null)

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
    <div css={panesLayout} data-open={selected ? true : undefined} data-details={hasDetails || undefined}>
      <ConversationList
        conversations={conversations}
        unknown={unknown}
        selected={selected}
        note={!selected && <ConsoleNote channel={channel} css={onlyWhereCovered} />}
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
      {hasDetails && <CustomerDetails key={customerId} customerId={customerId} />}
    </div>
  )
  return (
    <div css={pageLayout} data-open={isOpen || undefined}>
      <title>{name ? `Messages with ${name}` : 'Customer Communications'}</title>
      <PageHeader
        title="Customer Communications"
        actions={
          may('messages.all') && (
            <Button css={collapsed} onClick={() => setPanel('reminders')}>
              <BellRing size={16} aria-hidden />
              <span>Reminders</span>
            </Button>
          )
        }
        primary={
          <Button tone="primary" onClick={() => setNewMessage(blankMessage)}>
            <Plus size={16} aria-hidden />
            New Message
          </Button>
        }
      />
      <RefusedNote />
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
            content: (
              <TemplatesTab onChoose={(template) => templateInsert.choose(template, leaveTemplates)} />
            ),
          },
        ]}
      />
      {templateInsert.invoiceChoice}
      <RemindersDrawer open={panel === 'reminders'} onClose={() => setPanel(null)} />
      {written && (
        <NewMessageDialog
          message={written}
          onClose={() => {
            setNewMessage(null)
            if (added) add(null, { replace: true })
          }}
          onSent={({ customerId: to, type }) => {
            setNewMessage(null)
            setParams(
              { customer: String(to), ...(type === 'email' && { tab: 'email' }) },
              { replace: added !== null },
            )
          }}
        />
      )}
    </div>
  )
}
