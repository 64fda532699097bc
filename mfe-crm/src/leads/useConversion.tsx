import { useParam } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import type { Conversion, Lead } from '@plumbline/crm/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { bookingPath, ConvertDialog, ConvertedDialog } from './ConvertDialog.tsx'
import { isOpen } from './lead.ts'
import { leadQuery } from './queries.ts'

/** `then`: what follows without a question. */
export type Convert = (lead: Lead, then?: 'book') => void

/** Which lead is being converted, in the address, and the dialogs that do it. */
export function useConversion(): { convert: Convert; dialogs: ReactNode } {
  const [id, setId] = useParam('convert')
  const { data: lead, isError } = useQuery({ ...leadQuery(Number(id)), enabled: id !== null })
  const [conversion, setConversion] = useState<Conversion | null>(null)
  const [bookedId, setBookedId] = useState<number>()
  const navigate = usePageNavigate()
  const leave = () => setId(null, { replace: true })
  // an address with no lead, or with one that is a customer by now, asks for nothing; of one that is booked the page leads on
  const isOutdated = id !== null && (isError || (lead !== undefined && !isOpen(lead) && lead.id !== bookedId))
  const dropId = useEffectEvent(leave)
  useEffect(() => {
    if (isOutdated) dropId()
  }, [isOutdated])
  const dialogs = (
    <>
      {id !== null && lead && isOpen(lead) && (
        <ConvertDialog
          key={lead.id}
          lead={lead}
          onClose={leave}
          onConverted={(converted) => {
            if (converted.lead.id === bookedId) return navigate(bookingPath(converted), { replace: true })
            setConversion(converted)
            // at once: later it could take the place of a link that is followed meanwhile
            leave()
          }}
        />
      )}
      {conversion && <ConvertedDialog conversion={conversion} onClose={() => setConversion(null)} />}
    </>
  )
  const convert: Convert = ({ id: leadId }, then) => {
    setBookedId(then === 'book' ? leadId : undefined)
    setId(String(leadId))
  }
  return { convert, dialogs }
}
