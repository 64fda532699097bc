import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import type { CustomerLinkEvent, LinkScope } from '../events.ts'

type Issued = { is: 'issued' | 'revoked'; expiresAt: string; openedAt: string | null }
export type LinkState = { is: 'missing' } | Issued

export type LinkCommand =
  | { type: 'IssueLink'; customerId: number; scope: LinkScope; expiresAt: string }
  | { type: 'ExtendLink'; expiresAt: string }
  | { type: 'OpenLink' }
  | { type: 'RevokeLink' }

/** That a customer looked at a document is worth one event a day. */
const betweenOpeningsMs = 24 * 60 * 60 * 1_000

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
  }
}

export const linkNotFound = () => rejection('not-found', 'Link not found')

function requireExistingLink(state: LinkState): Issued {
  if (state.is === 'missing') throw linkNotFound()
  return state
}

function evolve(state: LinkState, event: CustomerLinkEvent): LinkState {
  if (event.type === 'CustomerLinkIssued')
    return { is: 'issued', expiresAt: event.data.expiresAt, openedAt: null }
  if (state.is === 'missing') return state
  switch (event.type) {
    case 'CustomerLinkExtended':
      return { ...state, expiresAt: event.data.expiresAt }
    case 'CustomerLinkOpened':
      return { ...state, openedAt: event.data.openedAt }
    case 'CustomerLinkRevoked':
      return { ...state, is: 'revoked' }
  }
}

/** A customer's link to one document. */
export const linkDecider: Decider<LinkState, LinkCommand, CustomerLinkEvent> = {
  initialState: () => ({ is: 'missing' }),
  decide,
  evolve,
}
