import { useParam } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import type { Lead } from '@plumbline/crm/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ConvertDialog } from './ConvertDialog.tsx'
import { isOpen } from './lead.ts'
import { leadQuery } from './queries.ts'

/** The form of a quote for the customer that a lead is of. */
const quotePath = (leadId: number, customerId: number): string =>
  `/quotes/new?${new URLSearchParams({ customerId: String(customerId), leadId: String(leadId) })}`

/** Which lead is quoted, in the address, and the question which customer it is, where that is not known yet. */
export function useLeadQuote(): { quote: (lead: Lead) => void; dialog: ReactNode } {
  const [id, setId] = useParam('quote')
  const { data: lead, isError } = useQuery({ ...leadQuery(Number(id)), enabled: id !== null })
  const navigate = usePageNavigate()
  const leave = () => setId(null, { replace: true })
  const known = lead?.customerId ?? null
  const isOutdated = id !== null && (isError || (lead !== undefined && !isOpen(lead)))
  const follow = useEffectEvent(() => {
    if (isOutdated) leave()
    else if (lead && known !== null) void navigate(quotePath(lead.id, known), { replace: true })
  })
  useEffect(() => {
    if (id !== null && (isOutdated || known !== null)) follow()
  }, [id, isOutdated, known])
  return {
    quote: ({ id: leadId, customerId }) =>
      customerId === null ? setId(String(leadId)) : void navigate(quotePath(leadId, customerId)),
    dialog: id !== null && lead && isOpen(lead) && known === null && (
      <ConvertDialog
        key={lead.id}
        lead={lead}
        purpose="quote"
        onClose={leave}
        onConverted={({ customer }) => navigate(quotePath(lead.id, customer.id), { replace: true })}
      />
    ),
  }
}
