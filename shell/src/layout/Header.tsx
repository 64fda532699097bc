import { css } from '@emotion/react'
import type { User } from '@plumbline/contract'
import { Button, color, phone, space, text, VisuallyHidden } from '@plumbline/ui'
import { CircleUserRound, LogOut } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'
import { useSite } from '../site.ts'
import { Logo } from './Logo.tsx'
import { signOutAndRedirect } from './signOutAndRedirect.ts'

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
  gap: ${space(4)};
  ${phone} { padding: 0 ${space(4)}; }
  /* a phone held sideways needs its height for the page */
  @media (max-height: 480px) { position: absolute; }
  @media print { display: none; }
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

const account = css`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  min-width: 0;
  color: ${color.muted};
  text-decoration: none;
  > span:last-of-type { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  &:hover, &[aria-current='page'] { color: ${color.ink}; }
  &:hover > span:last-of-type { text-decoration: underline; }
  ${phone} { min-width: 44px; justify-content: flex-end; }
`

/** The bar above every page; without its buttons while it is not known who is signed in. */
export function Header({ user }: { user?: User }) {
  const { business } = useSite()
  return (
    <header css={bar}>
      <Link to="/dashboard" css={brand}>
        <Logo />
        {business.product}
      </Link>
      {user && <Account user={user} />}
    </header>
  )
}

const Account = ({ user }: { user: User }) => (
  <div css={{ display: 'flex', alignItems: 'center', gap: space(3), minWidth: 0 }}>
    <NavLink to="/account" css={account}>
      <CircleUserRound size={18} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>Your account: </VisuallyHidden>
      <span>{user.username}</span>
    </NavLink>
    <Button tone="quiet" onClick={signOutAndRedirect}>
      <LogOut size={16} aria-hidden />
      Logout
    </Button>
  </div>
)
