import { Button, Confirm, ErrorState, Field, GlobalStyles } from '@plumbline/ui'
import { Toaster } from '@plumbline/ui/toaster'
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, NavLink, Outlet, RouterProvider, useRouteError } from 'react-router-dom'
import { readBusiness } from './boot.ts'
import { startPush } from './push.ts'
import { createQueryClient } from './queries.ts'
import type { RoutesModule } from './remote.ts'
import { sessionQuery, signIn } from './session.ts'
import { dismissToast, toastsAtom } from './toasts.ts'
import { UnsavedChangesGuard } from './unsavedChanges.tsx'

type Manifest = { title: string; nav: { label: string; to: string }[]; paths: string[] }
type Alone = RoutesModule & { manifest: Manifest }

const Notifications = () => <Toaster toasts={useAtomValue(toastsAtom)} onDismiss={dismissToast} />

const Frame = ({ manifest }: { manifest: Manifest }) => (
  <div css={{ padding: 16, maxWidth: 1120, margin: '0 auto' }}>
    <UnsavedChangesGuard />
    <nav css={{ display: 'flex', gap: 16, marginBottom: 24 }} aria-label={`${manifest.title} alone`}>
      {manifest.nav.map(({ label, to }) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </nav>
    <main>
      <Outlet />
    </main>
  </div>
)

function Failed() {
  const error = useRouteError()
  return <ErrorState title="This page could not be shown">{String(error)}</ErrorState>
}

const NoSuchPage = ({ manifest: { title, paths } }: { manifest: Manifest }) => (
  <ErrorState title={`${title} has no such page`}>It has {paths.join(', ')}.</ErrorState>
)

function SignIn({ queryClient }: { queryClient: QueryClient }) {
  const [refusal, setRefusal] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      const [username, password] = [String(form.get('username')), String(form.get('password'))]
      queryClient.setQueryData(sessionQuery().queryKey, await signIn({ username, password }))
    } catch (error) {
      setRefusal((error as Error).message)
    }
  }
  return (
    <form onSubmit={submit} css={{ display: 'grid', gap: 16, maxWidth: 320, margin: '64px auto' }}>
      <Field label="Username" name="username" autoComplete="username" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={refusal}
        required
      />
      <Button type="submit" tone="primary">
        Sign In
      </Button>
    </form>
  )
}

/** Runs a remote without the shell while it is developed: its pages, signed in, with real calls. */
export function runAlone({ manifest, createRoutes }: Alone): void {
  const queryClient = createQueryClient()
  const routes = createRoutes({ queryClient, business: readBusiness() })
  const open = () =>
    createBrowserRouter([
      {
        element: <Frame manifest={manifest} />,
        hydrateFallbackElement: <></>,
        errorElement: <Failed />,
        children: [...routes, { path: '*', element: <NoSuchPage manifest={manifest} /> }],
      },
    ])
  let router: ReturnType<typeof open> | undefined

  function Page() {
    const { data: user } = useQuery(sessionQuery())
    if (user === undefined) return null
    if (user === null) return <SignIn queryClient={queryClient} />
    // a router starts to load as it is made, so it waits for a session
    if (!router) startPush(queryClient)
    router ??= open()
    return <RouterProvider router={router} />
  }
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <GlobalStyles />
      <QueryClientProvider client={queryClient}>
        <Page />
        <Confirm />
        <Notifications />
      </QueryClientProvider>
    </StrictMode>,
  )
}
