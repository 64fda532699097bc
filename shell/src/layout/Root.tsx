import { css } from '@emotion/react'
import { discardUnsavedChanges, UnsavedChangesGuard, type User, useSession } from '@plumbline/contract'
import { color, layer } from '@plumbline/ui'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useRevalidator } from 'react-router-dom'
import { Login } from '../pages/Login.tsx'
import { Frame } from './Frame.tsx'

const over = css`
  position: fixed;
  z-index: ${layer.modal};
  inset: 0;
  overflow-y: auto;
  background: ${color.paper};
`

/**
 * Signed out, every path is the login screen; signed in, it is the page inside its frame. A session that ends while
 * somebody works brings the login screen over the page, which stays as it is beneath, half-filled forms included.
 */
export function Root() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  const [worked, setWorked] = useState<User>()
  const { revalidate } = useRevalidator()
  const ended = worked !== undefined && !user
  const wasEnded = useRef(false)
  useEffect(() => {
    // what could not be loaded without a session is loaded now
    if (wasEnded.current && !ended) void revalidate()
    wasEnded.current = ended
  }, [ended, revalidate])
  useEffect(() => {
    if (!user) return
    // somebody else's page is not for whoever signs in now
    if (worked && worked.id !== user.id) {
      discardUnsavedChanges()
      window.location.reload()
    } else setWorked(user)
  }, [user, worked])
  const shown = user ?? worked
  if (!shown) return <Login />
  return (
    <>
      <UnsavedChangesGuard />
      <div inert={!user}>
        <Frame user={shown} pathname={pathname}>
          <Outlet />
        </Frame>
      </div>
      {!user && (
        <div css={over}>
          <Login again={shown.username} />
        </div>
      )}
    </>
  )
}
