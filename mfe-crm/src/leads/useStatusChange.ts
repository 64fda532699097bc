import { call } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { changeLead, type Lead } from '@plumbline/crm/api'
import { fullName } from '../customers/customer.ts'
import { leadsKey } from './lead.ts'
import { readVersionOf } from './queries.ts'

/** Moves a lead to a later status; refused when it has another one by now than the one that is shown. */
export const useStatusChange = (lead: Lead) =>
  useAction(
    async (status: Lead['status']) => {
      const ifMatch = await readVersionOf(lead)
      return call(changeLead, { params: { id: lead.id }, body: { status }, ifMatch })
    },
    {
      refetch: [leadsKey],
      success: (_, status) => `${fullName(lead)} is marked as ${status}.`,
      failure: 'Failed to save lead. Please try again.',
    },
  )
