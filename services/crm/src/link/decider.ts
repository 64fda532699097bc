import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import { type CustomerLinkEvent, codeMinutes, type LinkScope } from '../events.ts'

/** The times at which codes were sent; of the last one how often a wrong one was entered, and whether it was entered. */
type Codes = { sentAt: readonly string[]; mistakes: number; isUsed: boolean }
type Issued = { is: 'issued' | 'revoked'; expiresAt: string; openedAt: string | null; codes: Codes }
export type LinkState = { is: 'missing' } | Issued

export type LinkCommand =
  | { type: 'IssueLink'; customerId: number; scope: LinkScope; expiresAt: string }
  | { type: 'ExtendLink'; expiresAt: string }
  | { type: 'OpenLink' }
  | { type: 'RevokeLink' }
  | { type: 'SendCode'; customerId: number; channel: 'sms' | 'email' }
  /** `isCode`: whether the digits are those of the code with this number. */
  | { type: 'EnterCode'; isCode: (number: number) => boolean }

/** That a customer looked at a document is worth one event a day. */
const betweenOpeningsMs = 24 * 60 * 60 * 1_000

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Of a code; after that it does not work any more. */
export const maxMistakes = 5
/** How many codes a link gets in a time. */
const codeLimits = [
  { max: 3, withinMs: hourMs },
  { max: 6, withinMs: 24 * hourMs },
] as const

function decide(
  command: LinkCommand,
  state: LinkState,
  { id: linkId, now }: DecisionContext,
): CustomerLinkEvent[] {
  switch (command.type) {
    case 'IssueLink': {
      if (state.is !== 'missing') throw rejection('conflict', 'A link with this id already exists.')
      const { customerId, scope, expiresAt } = command
      return [{ type: 'CustomerLinkIssued', data: { linkId, customerId, scope, expiresAt, issuedAt: now } }]
    }
    case 'ExtendLink': {
      const { is, expiresAt } = requireExistingLink(state)
      if (is === 'revoked') throw rejection('conflict', 'This link was revoked.')
      if (command.expiresAt <= expiresAt) return []
      return [
        { type: 'CustomerLinkExtended', data: { linkId, expiresAt: command.expiresAt, extendedAt: now } },
      ]
    }
    case 'OpenLink': {
      const { is, openedAt } = requireExistingLink(state)
      const isRecent = openedAt !== null && Date.parse(now) - Date.parse(openedAt) < betweenOpeningsMs
      if (is === 'revoked' || isRecent) return []
      return [{ type: 'CustomerLinkOpened', data: { linkId, openedAt: now } }]
    }
    case 'RevokeLink':
      if (requireExistingLink(state).is === 'revoked') return []
      return [{ type: 'CustomerLinkRevoked', data: { linkId, revokedAt: now } }]
    case 'SendCode': {
      const { codes, expiresAt } = requireWorkingLink(state)
      if (expiresAt > now) throw rejection('conflict', 'This link works without a code.')
      requireFreeCode(codes.sentAt, now)
      const { customerId, channel } = command
      const number = codes.sentAt.length + 1
      return [{ type: 'CustomerLinkCodeSent', data: { linkId, customerId, number, channel, sentAt: now } }]
    }
    case 'EnterCode': {
      const { codes } = requireWorkingLink(state)
      const number = requireOpenCode(codes, now)
      if (command.isCode(number))
        return [{ type: 'CustomerLinkVerified', data: { linkId, number, verifiedAt: now } }]
      return [{ type: 'CustomerLinkCodeMistaken', data: { linkId, number, mistakenAt: now } }]
    }
  }
}

/** A link that was revoked is not there for a customer. */
function requireWorkingLink(state: LinkState): Issued {
  const issued = requireExistingLink(state)
  if (issued.is === 'revoked') throw linkNotFound()
  return issued
}

const msSince = (time: string, now: string) => Date.parse(now) - Date.parse(time)

function requireFreeCode(sentAt: readonly string[], now: string): void {
  for (const { max, withinMs } of codeLimits) {
    // the one that has to be longer ago
    const oldest = sentAt.at(-max)
    if (oldest === undefined || msSince(oldest, now) >= withinMs) continue
    const retryAfter = Math.ceil((withinMs - msSince(oldest, now)) / 1_000)
    throw rejection(
      'too-many',
      `You had many codes. Please try again ${inMinutes(retryAfter)}, or call us.`,
      {
        retryAfter,
      },
    )
  }
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** The number of the code that can be entered now. */
function requireOpenCode({ sentAt, mistakes, isUsed }: Codes, now: string): number {
  const last = sentAt.at(-1)
  const isOpen = last !== undefined && !isUsed && mistakes < maxMistakes
  if (!isOpen || msSince(last, now) >= codeMinutes * minuteMs)
    throw rejection('conflict', 'That code does not work any more. Please ask for another one.')
  return sentAt.length
}

export const linkNotFound = () => rejection('not-found', 'Link not found')

function requireExistingLink(state: LinkState): Issued {
  if (state.is === 'missing') throw linkNotFound()
  return state
}

function evolve(state: LinkState, event: CustomerLinkEvent): LinkState {
  if (event.type === 'CustomerLinkIssued')
    return { is: 'issued', expiresAt: event.data.expiresAt, openedAt: null, codes: noCodes }
  if (state.is === 'missing') return state
  switch (event.type) {
    case 'CustomerLinkExtended':
      return { ...state, expiresAt: event.data.expiresAt }
    case 'CustomerLinkOpened':
      return { ...state, openedAt: event.data.openedAt }
    case 'CustomerLinkRevoked':
      return { ...state, is: 'revoked' }
    case 'CustomerLinkCodeSent': {
      const sentAt = [...state.codes.sentAt, event.data.sentAt]
      return { ...state, codes: { sentAt, mistakes: 0, isUsed: false } }
    }
    case 'CustomerLinkCodeMistaken':
      return { ...state, codes: { ...state.codes, mistakes: state.codes.mistakes + 1 } }
    case 'CustomerLinkVerified':
      return { ...state, codes: { ...state.codes, isUsed: true } }
  }
}

const noCodes: Codes = { sentAt: [], mistakes: 0, isUsed: false }

/** A customer's link to one document. */
export const linkDecider: Decider<LinkState, LinkCommand, CustomerLinkEvent> = {
  initialState: () => ({ is: 'missing' }),
  decide,
  evolve,
}
