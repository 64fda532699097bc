import { useSession } from '@plumbline/contract'
import { Outlet, useLocation } from 'react-router-dom'
import { Login } from '../pages/Login.tsx'
import { Frame } from './Frame.tsx'

/** Signed out, every path is the login screen; signed in, it is the page inside its frame. */
export function Root() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  if (!user) return <Login />
  return (
    <Frame user={user} pathname={pathname}>
      <Outlet />
    </Frame>
  )
}
