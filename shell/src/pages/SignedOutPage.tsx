import { css } from '@emotion/react'
import { color, radius, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { Logo } from '../layout/Logo.tsx'

const stage = css`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  padding: ${space(4)};
`

const card = css`
  display: grid;
  gap: ${space(5)};
  width: 100%;
  max-width: 400px;
  padding: ${space(8)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  header { display: grid; justify-items: center; gap: ${space(2)}; text-align: center; overflow-wrap: anywhere; }
  h1 { font-size: ${text.xl}; }
  header p { color: ${color.muted}; }
`

type SignedOutPageProps = {
  title: string
  /** Of the window; the title if left out. */
  windowTitle?: string
  intro?: ReactNode
  children: ReactNode
}

/** A page for who is not signed in. */
export const SignedOutPage = ({ title, windowTitle = title, intro, children }: SignedOutPageProps) => (
  <main css={stage}>
    <title>{windowTitle}</title>
    <div css={card}>
      <header>
        <a href="/" aria-label="Home">
          <Logo size={40} />
        </a>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </header>
      {children}
    </div>
  </main>
)
