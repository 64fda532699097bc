import { call } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { type Lead, removeLead, restoreLead } from '@plumbline/crm/api'
import { fullName } from '../customers/customer.ts'
import { leadsKey } from './lead.ts'

/** Removes a lead that is spam; the notification offers to take it back. */
export const useLeadRemoval = () =>
  useAction(({ id }: Lead) => call(removeLead, { params: { id } }), {
    refetch: [leadsKey],
    success: (_, lead) => `${fullName(lead)} is deleted as spam.`,
    failure: 'Failed to delete lead. Please try again.',
    undo: ({ id, version }) => call(restoreLead, { params: { id, version } }),
  })
