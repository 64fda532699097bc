import { css } from '@emotion/react'
import type { User } from '@plumbline/contract'
import { color, phone, space } from '@plumbline/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'

const skip = css`
  position: fixed;
  z-index: 70;
  top: ${space(2)};
  left: ${space(2)};
  padding: ${space(2)} ${space(4)};
  background: ${color.surface};
  transform: translateY(-200%);
  &:focus { transform: none; }
`

const content = css`
  margin-left: 16rem;
  padding: calc(4rem + ${space(8)}) ${space(8)} ${space(12)};
  ${phone} { margin-left: 0; padding: calc(4rem + ${space(5)}) ${space(4)} calc(64px + ${space(8)}); }
`

/** Header, sidebar and the page; a new page takes the focus to its heading. */
export function Frame({ user, pathname, children }: { user: User; pathname: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = main.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <>
      <a css={skip} href="#main">
        Skip to content
      </a>
      <Header user={user} />
      <Sidebar pathname={pathname} />
      <main id="main" ref={main} css={content}>
        <div css={{ maxWidth: 1120, margin: '0 auto' }}>{children}</div>
      </main>
    </>
  )
}
