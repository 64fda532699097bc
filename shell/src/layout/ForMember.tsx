import { LendingContext, type User } from '@plumbline/contract'
import { rightsQuery } from '@plumbline/contract/rights'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { dashboardNeeds, navEntries } from '../navigation.ts'
import { offeredTo } from '../offered.ts'
import { widgetLoader } from '../remotes/runtime.ts'
import { type Site, SiteContext, useSite } from '../site.ts'

const dashboardPaths = ['/', '/login', '/dashboard']

type ForMemberProps = {
  user: User
  pathname: string
  /** While another page takes the place of this one. */
  waiting: ReactNode
  children: ReactNode
}

/** The back-office for a member who may not do everything: the one place where what they may not do is left out. */
export function ForMember({ user, pathname, waiting, children }: ForMemberProps) {
  const site = useSite()
  const { rights } = useSuspenseQuery(rightsQuery(user.id)).data
  const theirs = useMemo((): Site => {
    const may: Site['may'] = (right) => rights.includes(right)
    return { ...site, may, remotes: offeredTo(site.remotes, may) }
  }, [site, rights])
  const loadWidget = useMemo(() => widgetLoader(theirs.remotes), [theirs])
  const isLedOn = dashboardPaths.includes(pathname) && !theirs.may(dashboardNeeds)
  const firstPage = isLedOn ? (navEntries(theirs)[0]?.to ?? '/account') : undefined
  const navigate = useNavigate()
  useEffect(() => {
    if (firstPage) void navigate(firstPage, { replace: true })
  }, [firstPage, navigate])
  return (
    <SiteContext value={theirs}>
      <LendingContext value={loadWidget}>{firstPage ? waiting : children}</LendingContext>
    </SiteContext>
  )
}
