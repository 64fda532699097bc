import { discardUnsavedChanges, UnsavedChangesGuard, type User, useSession } from '@plumbline/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useRevalidator } from 'react-router-dom'
import { loadLogin } from '../pages/loadLogin.ts'
import { Frame } from './Frame.tsx'
import { SignInAgain } from './SignInAgain.tsx'

const Login = lazy(loadLogin)
const prefetchAfterMs = 5_000

/**
 * Signed out, every path is the login screen; signed in, it is the page inside its frame. A session that ends while
 * somebody works brings the login screen over the page.
 */
export function Root() {
  const { data: user, error, refetch } = useSession()
  const { pathname } = useLocation()
  const [worked, setWorked] = useState<User>()
  const { revalidate } = useRevalidator()
  const wasSignedOut = useRef(false)
  useEffect(() => {
    // what could not be loaded without a session is loaded now
    if (wasSignedOut.current && user) void revalidate()
    wasSignedOut.current = !user
  }, [user, revalidate])
  const isSomebodyElse = worked !== undefined && user != null && worked.id !== user.id
  useEffect(() => {
    if (isSomebodyElse) {
      discardUnsavedChanges()
      window.location.reload()
    } else if (user) setWorked(user)
  }, [user, isSomebodyElse])
  useEffect(() => {
    // there before the session ends, whatever the network is like then
    const timer = setTimeout(() => void loadLogin(), prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // somebody else's page is not for whoever signs in now
  if (isSomebodyElse) return null
  const shown = user ?? worked
  if (!shown)
    return (
      <Suspense>
        <Login problem={error} onRetry={() => void refetch()} />
      </Suspense>
    )
  return (
    <>
      <UnsavedChangesGuard />
      <Frame user={shown} pathname={pathname}>
        <Outlet />
      </Frame>
      {!user && <SignInAgain username={shown.username} />}
    </>
  )
}
