import { css, keyframes } from '@emotion/react'
import type { User } from '@plumbline/contract'
import { passwordQuestionAtom, stalePathsAtom } from '@plumbline/contract/shell'
import { color, narrow, phone, Skeleton, space } from '@plumbline/ui'
import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useMatches, useNavigation } from 'react-router-dom'
import { DemonstrationBanner } from '../demonstration/DemonstrationBanner.tsx'
import { isWidePage } from '../remotes/remoteRoute.tsx'
import { isDemonstration } from '../site.ts'
import { Header } from './Header.tsx'
import { Offline } from './Offline.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Sidebar } from './Sidebar.tsx'

// rarely needed, so it is no part of the first page
const StaleData = lazy(async () => ({ default: (await import('./StaleData.tsx')).StaleData }))
const ConfirmPassword = lazy(async () => ({
  default: (await import('./ConfirmPassword.tsx')).ConfirmPassword,
}))
const UpdateBanner = lazy(async () => ({ default: (await import('./UpdateBanner.tsx')).UpdateBanner }))

// nothing is announced before the page stands
const announceAfterMs = 3_000
const Announcements = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, announceAfterMs))
  try {
    return { default: (await import('./Announcements.tsx')).Announcements }
  } catch {
    // a page works without them
    return { default: () => null }
  }
})

// text and forms stay narrow; tables, calendar and conversations use wide screens
const page = 1120
const widePage = 1680

// a window that was opened just now has the newest builds
const newForMs = 60_000
const openedAt = performance.now()

const skip = css`
  position: fixed;
  z-index: 70;
  top: ${space(2)};
  left: ${space(2)};
  padding: ${space(2)} ${space(4)};
  background: ${color.surface};
  transform: translateY(-200%);
  &:focus { transform: none; }
  @media print { display: none; }
`

const content = css`
  --sticky-top: 4rem;
  margin-left: 16rem;
  padding: calc(4rem + ${space(8)}) ${space(8)} ${space(12)};
  @media (max-height: 480px) { --sticky-top: 0; }
  ${narrow} { margin-left: 5.5rem; padding-inline: ${space(6)}; }
  @media print { margin: 0; padding: 0; }
  ${phone} { margin-left: 0; padding: calc(4rem + ${space(2)}) ${space(4)} calc(64px + ${space(24)}); }
`

const creep = keyframes`from { transform: scaleX(0) } to { transform: scaleX(0.9) }`
const appear = keyframes`from { visibility: hidden } to { visibility: visible }`

const pending = css`
  position: fixed;
  z-index: 50;
  inset: calc(4rem - 2px) 0 auto 0;
  height: 2px;
  background: ${color.accent};
  transform-origin: left;
  animation: ${appear} 0.15s step-end, ${creep} 4s 0.15s cubic-bezier(0.1, 0.7, 0.2, 1) both;
`

/** A thin line for what is on its way; nothing at all when it takes less than 150 ms. */
export const Loading = () => <div css={pending} role="progressbar" aria-label="Loading" />

const Pending = () => (useNavigation().state === 'idle' ? null : <Loading />)

const skeleton = css`
  display: grid;
  gap: ${space(6)};
  animation: ${appear} 0.15s step-end;
`

/** In place of a page until its code and its data are there. */
export const PageSkeleton = () => (
  <div css={skeleton} aria-busy>
    <Skeleton width={260} height={32} />
    <Skeleton height={240} />
  </div>
)

type FrameProps = {
  /** Absent until the session is known. */
  user: User | undefined
  pathname: string
  children: ReactNode
}

/** Header, sidebar and the page; a new page takes the focus to its heading. */
export function Frame({ user, pathname, children }: FrameProps) {
  const main = useRef<HTMLElement>(null)
  const isWide = useMatches().some(({ handle, loaderData }) => isWidePage(handle) || isWidePage(loaderData))
  const isStale = useAtomValue(stalePathsAtom).size > 0
  const passwordQuestion = useAtomValue(passwordQuestionAtom)
  const lastPathname = useRef(pathname)
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    setIsOld(performance.now() - openedAt > newForMs)
    // the page has taken it already, as for a search that was asked for while it was on its way
    if (main.current?.contains(document.activeElement)) return
    const heading = main.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <a css={skip} href="#main">
        Skip to content
      </a>
      <Header user={user} />
      {user ? <Pending /> : <Loading />}
      {user && <ScrollRestoration />}
      {user && <Shortcuts />}
      {user && (
        <Suspense>
          <Announcements />
        </Suspense>
      )}
      {passwordQuestion && (
        <Suspense>
          <ConfirmPassword onAnswer={passwordQuestion.answer} />
        </Suspense>
      )}
      <Sidebar user={user} pathname={pathname} />
      <main id="main" ref={main} css={content}>
        {/* every page begins at the same edge, and a wide one reaches further to the right */}
        <div css={{ maxWidth: widePage, margin: '0 auto' }}>
          <div css={{ maxWidth: isWide ? undefined : page }}>
            {user && isDemonstration() && <DemonstrationBanner />}
            <Offline />
            <div role="status">
              {isStale && (
                <Suspense>
                  <StaleData />
                </Suspense>
              )}
            </div>
            {isOld && (
              <Suspense>
                <UpdateBanner />
              </Suspense>
            )}
            {children}
          </div>
        </div>
      </main>
    </>
  )
}
