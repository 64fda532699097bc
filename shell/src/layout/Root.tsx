import { css } from '@emotion/react'
import { discardUnsavedChanges, UnsavedChangesGuard, type User, useSession } from '@plumbline/contract'
import { passwordQuestionAtom } from '@plumbline/contract/shell'
import { color, dismissQuestion, layer } from '@plumbline/ui'
import { getDefaultStore } from 'jotai'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLoaderData, useLocation, useRevalidator } from 'react-router-dom'
import { loadLogin } from '../pages/loadLogin.ts'
import { ownerRole, rememberSignedIn, wasSignedIn } from '../site.ts'
import { Frame, Loading, PageSkeleton } from './Frame.tsx'

const Login = lazy(loadLogin)

// the page of a session that ended is not seen while the login screen loads
const cover = css`
  position: fixed;
  z-index: ${layer.modal};
  inset: 0;
  background: ${color.paper};
`

const ForMember = lazy(async () => ({ default: (await import('./ForMember.tsx')).ForMember }))

const loadSignInAgain = async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain })
const SignInAgain = lazy(loadSignInAgain)
const prefetchAfterMs = 5_000

/**
 * Signed out, every path shows the login screen; signed in, the page inside its frame. When a session ends, the login
 * screen covers the page, which keeps its state. The frame of the first page to come is there at once, if this browser
 * was signed in last time, and stays in place when the page arrives: a link keeps its focus, a click its target.
 */
export function Root() {
  const isLoading = useLoaderData() === undefined
  const { data: user, error, refetch } = useSession()
  const { pathname, search } = useLocation()
  const [lastUser, setLastUser] = useState<User>()
  const { revalidate } = useRevalidator()
  const wasSignedOut = useRef(false)
  useEffect(() => {
    // what could not be loaded without a session is loaded now
    if (wasSignedOut.current && user) void revalidate()
    wasSignedOut.current = !user && !isLoading
  }, [user, isLoading, revalidate])
  // a question about one record must not be answered on the page of another
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    dismissQuestion()
    getDefaultStore().get(passwordQuestionAtom)?.answer(false)
  }, [pathname, search])
  const isOtherUser = lastUser !== undefined && user != null && lastUser.id !== user.id
  useEffect(() => {
    if (isOtherUser) {
      discardUnsavedChanges()
      window.location.reload()
    } else if (user) setLastUser(user)
  }, [user, isOtherUser])
  useEffect(() => {
    if (user !== undefined) rememberSignedIn(user !== null)
  }, [user])
  useEffect(() => {
    // there before the session ends, whatever the network is like then
    const prefetch = () => void Promise.all([loadLogin(), loadSignInAgain()]).catch(() => {})
    const timer = setTimeout(prefetch, prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // another user must not see the page of the one before
  if (isOtherUser) return null
  const pageUser = user ?? lastUser
  if (isLoading && !pageUser && !wasSignedIn()) return <Loading />
  if (!isLoading && !pageUser)
    return (
      <Suspense>
        <Login problem={error} onRetry={() => void refetch()} />
      </Suspense>
    )
  const page = (
    <>
      <UnsavedChangesGuard />
      <Frame user={pageUser} pathname={pathname}>
        {isLoading ? <PageSkeleton /> : <Outlet />}
      </Frame>
      <Suspense fallback={<div css={cover} />}>
        {pageUser && !user && <SignInAgain username={pageUser.username} />}
      </Suspense>
    </>
  )
  if (!pageUser || pageUser.role === ownerRole) return page
  const waiting = (
    <Frame user={undefined} pathname={pathname}>
      <PageSkeleton />
    </Frame>
  )
  return (
    <Suspense fallback={waiting}>
      <ForMember user={pageUser} pathname={pathname} waiting={waiting}>
        {page}
      </ForMember>
    </Suspense>
  )
}
