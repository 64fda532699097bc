import { css } from '@emotion/react'
import { signOut, type User } from '@plumbline/contract'
import { Button, color, phone, space, text } from '@plumbline/ui'
import { LogOut } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSite } from '../site.ts'
import { Logo } from './Logo.tsx'

const bar = css`
  position: fixed;
  z-index: 40;
  inset: 0 0 auto 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: 4rem;
  padding: 0 ${space(6)};
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  ${phone} { padding: 0 ${space(4)}; }
`

const brand = css`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  font-size: ${text.lg};
  font-weight: 700;
  text-decoration: none;
`

async function leave(): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    console.error(error)
  }
  window.location.assign('/')
}

export function Header({ user }: { user: User }) {
  const { business } = useSite()
  return (
    <header css={bar}>
      <Link to="/dashboard" css={brand}>
        <Logo />
        {business.product}
      </Link>
      <div css={{ display: 'flex', alignItems: 'center', gap: space(3) }}>
        <span css={{ color: color.muted }}>{user.username}</span>
        <Button tone="quiet" onClick={leave}>
          <LogOut size={16} aria-hidden />
          Logout
        </Button>
      </div>
    </header>
  )
}
