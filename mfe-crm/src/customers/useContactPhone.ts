import { call, orNull } from '@plumbline/contract'
import { readUnknownConversation } from '@plumbline/messaging/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The number of the conversation that `?contact=` names; numbers themselves are never in an address. */
export function useContactPhone(fill: (phone: string) => void): void {
  const [params] = useSearchParams()
  const id = params.get('contact')
  const { data } = useQuery({
    queryKey: ['messages', 'unknown', id],
    queryFn: ({ signal }) => orNull(call(readUnknownConversation, { params: { id: id ?? '' }, signal })),
    enabled: id !== null,
  })
  const phone = data?.phone
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number
  useEffect(() => {
    if (phone) fill(phone)
  }, [phone])
}
