import { ApiError, type Remote, sessionQuery } from '@plumbline/contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { type RouteObject, useLoaderData, useLocation } from 'react-router-dom'
import { PageError } from '../pages/PageError.tsx'
import { ownerRole, type Site } from '../site.ts'
import { isContractCompatible, loadRoutes, remoteUnavailable } from './runtime.ts'

// rarely needed, so it is no part of the first page
const NotInstalled = lazy(async () => ({
  default: (await import('../pages/NotInstalled.tsx')).NotInstalled,
}))

type Loaded = { Page: ComponentType | null; isWide?: boolean }

/** Whether a page uses wide screens; its route says so: `handle: { isWide: true }`. */
export const isWidePage = (route: unknown): boolean => Boolean((route as Partial<Loaded> | undefined)?.isWide)

/** The routes of each remote, created once so that a page stays the same component from visit to visit. */
const routeCache = new Map<string, RouteObject[]>()

async function routesOf({ queryClient, business }: Site, remote: Remote): Promise<RouteObject[]> {
  const cached = routeCache.get(remote.name)
  if (cached) return cached
  const { createRoutes } = await loadRoutes(remote)
  const routes = createRoutes({ queryClient, business })
  routeCache.set(remote.name, routes)
  return routes
}

async function pageOf(remote: Remote, { lazy, Component }: RouteObject): Promise<ComponentType | null> {
  if (typeof lazy !== 'function') return (Component as ComponentType) ?? null
  const loaded = await lazy().catch((cause) => {
    throw remoteUnavailable(remote, cause)
  })
  return (loaded.Component as ComponentType) ?? null
}

/** Shows the page, or says plainly that it is not part of this installation. */
function RemotePage({ remote }: { remote: Remote }) {
  const { Page } = useLoaderData<Loaded>()
  const { pathname } = useLocation()
  // a page of its own for each record, so that nothing of one is left on the page of the next
  if (Page) return <Page key={pathname} />
  return (
    <Suspense>
      <NotInstalled title={remote.title} outdated={!isContractCompatible(remote)} />
    </Suspense>
  )
}

/** One leaf of the shell's router for one path of a remote; its code and its data load together. */
export const remoteRoute = (site: Site, remote: Remote, path: string): RouteObject => ({
  id: `${remote.name}:${path}`,
  path,
  errorElement: <PageError remote={remote} />,
  element: <RemotePage remote={remote} />,
  // filters live in the query; they change what a page shows, not what it is
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
      ? false
      : defaultShouldRevalidate,
  loader: async (args): Promise<Loaded> => {
    const nothing = { Page: null }
    if (!remote.release || !isContractCompatible(remote)) return nothing
    const user = await site.queryClient.ensureQueryData(sessionQuery())
    if (!user) return nothing
    const needs = remote.needs?.[path]
    if (needs && user.role !== ownerRole) {
      const { rightsQuery } = await import('@plumbline/contract/rights')
      const { rights } = await site.queryClient.ensureQueryData(rightsQuery(user.id))
      if (!rights.includes(needs)) throw new ApiError(403, '')
    }
    const route = (await routesOf(site, remote)).find((it) => it.path === path)
    if (!route) return nothing
    const { loader } = route
    const [Page] = await Promise.all([
      pageOf(remote, route),
      typeof loader === 'function' ? loader(args, undefined) : null,
    ])
    return { Page, isWide: Boolean(route.handle?.isWide) }
  },
})
