import { call, toast, toastsAtom } from '@plumbline/contract'
import { type ActivityItem, activity } from '@plumbline/insights/api'
import { useQuery } from '@tanstack/react-query'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { fillAddress, idsAt } from '../palette/declarations.ts'
import { loadRecords } from '../palette/records.ts'
import { useSite } from '../site.ts'
import { countInTitle } from './countInTitle.ts'

const anyMessage = '/messages?status=unread'
const limit = 10
const maxTextLength = 120

/** Says that a visitor asks for an estimate, or a customer wrote, while one works; in the title and by the browser while this window is not seen. */
export function Announcements() {
  const arrived = useArrivals()
  const { pathname, search } = useLocation()
  const { remotes } = useSite()
  const navigate = useNavigate()
  const isBusy = useAtomValue(toastsAtom).some(({ open }) => open)
  const [waiting, setWaiting] = useState<readonly ActivityItem[]>([])

  const receive = useEffectEvent((items: readonly ActivityItem[]) => {
    const unseen = items.filter(({ link }) => link !== pathname + search || document.hidden)
    setWaiting((before) => [...before, ...unseen])
    if (!document.hidden) return
    countInTitle(unseen.length)
    for (const item of unseen) notify(item, () => void navigate(item.link ?? anyMessage))
  })
  useEffect(() => receive(arrived), [arrived])

  // until it is shown, nothing else is
  const isPreparing = useRef(false)
  const announce = useEffectEvent(async ([item, ...others]: readonly ActivityItem[]) => {
    if (!item || isPreparing.current) return
    isPreparing.current = true
    setWaiting(others)
    const { pathname: path, search: query } = new URL(item.link ?? anyMessage, window.location.href)
    const records = await loadRecords(remotes, idsAt(remotes, { pathname: path, search: query }))
    const tel = item.kind === 'lead' && fillAddress('tel::lead.phone', records)
    const view = { label: 'Open', onSelect: () => void navigate(item.link ?? anyMessage) }
    const text = records.lead?.fields.projectDescription ?? item.title
    isPreparing.current = false
    if (
      getDefaultStore()
        .get(toastsAtom)
        .some(({ open }) => open)
    )
      return setWaiting((later) => [item, ...later])
    toast({
      title: titleOf(item),
      description: [...String(text)].slice(0, maxTextLength).join(''),
      ...(tel
        ? { action: { label: 'Call', onSelect: () => window.location.assign(tel) }, secondAction: view }
        : { action: view }),
    })
  })
  // what an earlier notification offers, such as Undo, stays for its time
  useEffect(() => {
    if (!isBusy) void announce(waiting)
  }, [isBusy, waiting])
  return null
}

/** What came in since this window was opened, as it comes in. */
function useArrivals(): readonly ActivityItem[] {
  const { may } = useSite()
  const { data } = useQuery({
    queryKey: ['activity', 'incoming'],
    queryFn: ({ signal }) => call(activity, { query: { limit: String(limit), incoming: 'true' }, signal }),
    meta: { changedBy: ['lead', 'message', 'contact'] },
    enabled: may('leads') || may('messages.own'),
  })
  const newest = useRef<bigint>(undefined)
  const [arrived, setArrived] = useState<readonly ActivityItem[]>([])
  useEffect(() => {
    if (!data) return
    const last = newest.current
    newest.current = data.reduce((max, { id }) => (BigInt(id) > max ? BigInt(id) : max), last ?? 0n)
    if (last === undefined) return
    const added = data.filter(({ id }) => BigInt(id) > last)
    if (added.length > 0) setArrived(added.toReversed())
  }, [data])
  return arrived
}

const titleOf = ({ kind, person }: ActivityItem): string =>
  kind === 'lead' ? `New lead: ${person}` : `Message from ${person ?? 'an unknown number'}`

/** By the browser, where the user has allowed it; it shows one notification of an item, whichever windows ask. */
function notify(item: ActivityItem, onOpen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(titleOf(item), { tag: item.id })
    notification.onclick = () => {
      window.focus()
      notification.close()
      onOpen()
    }
  } catch {
    // phones show them from service workers alone
  }
}
