import { newKey } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'
import { useSyncExternalStore } from 'react'

/** What a draft belongs to. */
export type Slot = { customerId: number; channel: MessageType }

export type Draft = {
  text: string
  /** Of an email. */
  subject: string
  /** Where a template is inserted. */
  caret: number
  /** A template was inserted: the composer takes the focus. */
  wantsFocus: boolean
  isSending: boolean
  /** Why it could not be sent. */
  problem: string | null
}

/** What is sent, with its idempotency key. */
export type Sent = Pick<Draft, 'text' | 'subject'> & { key: string }

const empty: Draft = {
  text: '',
  subject: '',
  caret: 0,
  wantsFocus: false,
  isSending: false,
  problem: null,
}
const nameOf = ({ customerId, channel }: Slot) => `${customerId} ${channel}`
const isBlank = ({ text, subject }: Draft) => text.trim() === '' && subject.trim() === ''

/**
 * Messages that are being written, one for each customer and channel. They are kept in memory: what a customer is sent is
 * personal, and no storage of the browser holds personal data.
 */
export function createDrafts() {
  const drafts = new Map<string, Draft & Slot>()
  /** The idempotency key of each content that was tried, by slot. */
  const keys = new Map<string, Map<string, string>>()
  const listeners = new Set<() => void>()
  let customers: ReadonlySet<number> = new Set()

  const read = (slot: Slot): Draft => drafts.get(nameOf(slot)) ?? empty

  function set(slot: Slot, draft: Draft): void {
    if (draft.text === '' && draft.subject === '' && !draft.isSending) drafts.delete(nameOf(slot))
    else drafts.set(nameOf(slot), { ...draft, ...slot })
    const drafted = [...drafts.values()].filter((it) => !isBlank(it))
    const ids = new Set(drafted.map((it) => it.customerId))
    if (ids.size !== customers.size || [...ids].some((id) => !customers.has(id))) customers = ids
    for (const listener of listeners) listener()
  }

  function insert(slot: Slot, text: string, subject = ''): void {
    const draft = read(slot)
    const before = draft.text.slice(0, draft.caret)
    const after = draft.text.slice(draft.caret)
    const start = before === '' || /\s$/.test(before) ? before : `${before}\n`
    const rest = after === '' || /^\s/.test(after) ? after : `\n${after}`
    set(slot, {
      ...draft,
      text: `${start}${text}${rest}`,
      subject: draft.subject || subject,
      caret: start.length + text.length,
      wantsFocus: true,
      problem: null,
    })
  }

  return {
    read,
    insert,
    write: (slot: Slot, change: Partial<Draft>) => {
      const draft = read(slot)
      const isEdit = change.text !== undefined || change.subject !== undefined
      set(slot, { ...draft, ...(isEdit && { problem: null }), ...change })
    },
    /** Starts sending the draft. */
    begin: (slot: Slot): Sent => {
      const draft = read(slot)
      const { text, subject } = draft
      const triedKeys = keys.get(nameOf(slot)) ?? new Map<string, string>()
      const content = JSON.stringify([text, subject])
      const key = triedKeys.get(content) ?? newKey()
      keys.set(nameOf(slot), triedKeys.set(content, key))
      set(slot, { ...draft, isSending: true, problem: null })
      return { text, subject, key }
    },
    /** It was sent: only what was typed since is kept. */
    finish: (slot: Slot, sent: Pick<Sent, 'text' | 'subject'>) => {
      keys.delete(nameOf(slot))
      const draft = read(slot)
      const text = draft.text.startsWith(sent.text)
        ? draft.text.slice(sent.text.length).trimStart()
        : draft.text
      const subject = draft.subject === sent.subject ? '' : draft.subject
      set(slot, { ...empty, text, subject, caret: text.length })
    },
    /** It is in the conversation as a failed message: the text stays, and sending it again is another message. */
    keep: (slot: Slot) => {
      keys.delete(nameOf(slot))
      set(slot, { ...read(slot), isSending: false })
    },
    /** A failed message was sent again: a draft with the same text is no longer needed. */
    discardSame: (slot: Slot, content: string) => {
      if (read(slot).text.trim() === content) set(slot, empty)
    },
    fail: (slot: Slot, problem: string | null) => set(slot, { ...read(slot), isSending: false, problem }),
    /** Customers with a draft; the same set until that changes. */
    customers: () => customers,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Drafts = ReturnType<typeof createDrafts>

export const drafts = createDrafts()

export const useDraft = (slot: Slot): Draft => useSyncExternalStore(drafts.subscribe, () => drafts.read(slot))

export const useDraftedCustomers = (): ReadonlySet<number> =>
  useSyncExternalStore(drafts.subscribe, drafts.customers)
