import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import { nextCustomerStatuses } from '../api.ts'
import type { CustomerEvent, CustomerRegistered } from '../events.ts'

export type CustomerDetails = Omit<CustomerRegistered['data'], 'customerId' | 'status' | 'registeredAt'>

export type CustomerState =
  | { is: 'missing' }
  | { is: 'registered'; details: CustomerDetails; status: string }
  | { is: 'merged'; intoCustomerId: number }
  | { is: 'removed' }

export type CustomerCommand =
  | { type: 'RegisterCustomer'; details: CustomerDetails; status: string }
  | { type: 'ChangeCustomer'; details: Partial<CustomerDetails>; status?: string }
  | { type: 'MergeCustomer'; intoCustomerId: number }
  | { type: 'RemoveCustomer' }

function decide(
  command: CustomerCommand,
  state: CustomerState,
  { id: customerId, now }: DecisionContext,
): CustomerEvent[] {
  switch (command.type) {
    case 'RegisterCustomer':
      if (state.is !== 'missing') throw rejection('conflict', 'A customer with this id already exists.')
      return [
        {
          type: 'CustomerRegistered',
          data: { customerId, ...command.details, status: command.status, registeredAt: now },
        },
      ]
    case 'ChangeCustomer': {
      const { details, status } = requireActiveCustomer(state)
      return [
        ...detailsChanged(customerId, details, command.details, now),
        ...statusChanged(customerId, status, command.status, now),
      ]
    }
    case 'MergeCustomer': {
      const { intoCustomerId } = command
      if (state.is === 'merged' && state.intoCustomerId === intoCustomerId) return []
      requireActiveCustomer(state)
      if (intoCustomerId === customerId)
        throw rejection('invalid', 'A customer cannot be merged into themselves.')
      return [{ type: 'CustomerMerged', data: { customerId, intoCustomerId, mergedAt: now } }]
    }
    case 'RemoveCustomer':
      if (state.is === 'removed') return []
      requireActiveCustomer(state)
      return [{ type: 'CustomerRemoved', data: { customerId, removedAt: now } }]
  }
}

function requireActiveCustomer(state: CustomerState) {
  switch (state.is) {
    case 'registered':
      return state
    case 'merged':
      throw rejection('conflict', `This customer was merged into customer ${state.intoCustomerId}.`)
    case 'missing':
    case 'removed':
      throw customerNotFound()
  }
}

export const customerNotFound = () => rejection('not-found', 'Customer not found')

function detailsChanged(
  customerId: number,
  before: CustomerDetails,
  changes: Partial<CustomerDetails>,
  now: string,
): CustomerEvent[] {
  const differences = Object.entries(changes).filter(
    // events from before a field was added do not have it
    ([name, value]) => value !== undefined && value !== (before[name as keyof CustomerDetails] ?? null),
  )
  if (differences.length === 0) return []
  return [
    {
      type: 'CustomerDetailsChanged',
      data: { customerId, ...Object.fromEntries(differences), changedAt: now },
    },
  ]
}

function statusChanged(
  customerId: number,
  before: string,
  status: string | undefined,
  now: string,
): CustomerEvent[] {
  if (status === undefined || status === before) return []
  if (!nextCustomerStatuses[before]?.includes(status))
    throw rejection('conflict', `A customer can't change from ${before} to ${status}.`)
  return [{ type: 'CustomerStatusChanged', data: { customerId, status, changedAt: now } }]
}

function evolve(state: CustomerState, event: CustomerEvent): CustomerState {
  switch (event.type) {
    case 'CustomerRegistered': {
      const { customerId: _, status, registeredAt: __, ...details } = event.data
      return { is: 'registered', details, status }
    }
    case 'CustomerDetailsChanged': {
      const { customerId: _, changedAt: __, ...changes } = event.data
      return state.is === 'registered' ? { ...state, details: { ...state.details, ...changes } } : state
    }
    case 'CustomerStatusChanged':
      return state.is === 'registered' ? { ...state, status: event.data.status } : state
    case 'CustomerMerged':
      return { is: 'merged', intoCustomerId: event.data.intoCustomerId }
    case 'CustomerRemoved':
      return { is: 'removed' }
  }
}

/** A customer of the business. A record that was merged or removed accepts no more commands. */
export const customerDecider: Decider<CustomerState, CustomerCommand, CustomerEvent> = {
  initialState: () => ({ is: 'missing' }),
  decide,
  evolve,
}
