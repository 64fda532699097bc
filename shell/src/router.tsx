import { LendingContext, sessionQuery } from '@plumbline/contract'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { Dashboard } from './dashboard/Dashboard.tsx'
import { Root } from './layout/Root.tsx'
import { PageError } from './pages/PageError.tsx'
import { remoteRoute } from './remotes/remoteRoute.tsx'
import { widgetLoader } from './remotes/runtime.ts'
import { type Site, SiteContext } from './site.ts'

/** Every path of the product: the shell's own, and one leaf for each path a remote declares. */
export function createRouter(site: Site) {
  const own: RouteObject[] = ['/', '/login', '/dashboard'].map((path) => ({
    path,
    handle: { isWide: true },
    Component: Dashboard,
  }))
  const account: RouteObject = {
    path: '/account',
    lazy: async () => ({ Component: (await import('./pages/Account.tsx')).Account }),
  }
  const settings: RouteObject = {
    path: '/settings/:section',
    lazy: async () => ({ Component: (await import('./settings/Settings.tsx')).Settings }),
  }
  const notFound: RouteObject = {
    path: '*',
    lazy: async () => ({ Component: (await import('./pages/NotFound.tsx')).NotFound }),
  }
  const remoteRoutes = site.remotes.flatMap((remote) =>
    remote.paths.map((path) => remoteRoute(site, remote, path)),
  )
  const loadWidget = widgetLoader(site.remotes)
  const root = (
    <SiteContext value={site}>
      <LendingContext value={loadWidget}>
        <Root />
      </LendingContext>
    </SiteContext>
  )
  const join: RouteObject = {
    path: '/join',
    hydrateFallbackElement: null,
    lazy: async () => {
      const { Join } = await import('./pages/Join.tsx')
      const element = (
        <SiteContext value={site}>
          <Join />
        </SiteContext>
      )
      return { element }
    },
  }
  return createBrowserRouter([
    join,
    {
      id: 'root',
      element: root,
      hydrateFallbackElement: root,
      // one that fails is not signed in, and the login screen says why
      loader: () => site.queryClient.ensureQueryData(sessionQuery()).catch(() => null),
      shouldRevalidate: () => false,
      errorElement: <PageError />,
      children: [
        {
          errorElement: <PageError />,
          children: [...own, account, settings, ...remoteRoutes, notFound],
        },
      ],
    },
  ])
}
