import { css } from '@emotion/react'
import type { User } from '@plumbline/contract'
import { Button, color, phone, space, text, VisuallyHidden } from '@plumbline/ui'
import { CircleUserRound, LogOut, Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import { bannerHeight } from '../demonstration/DemonstrationBanner.tsx'
import { useDemonstration } from '../demonstration/demonstration.ts'
import { navEntries } from '../navigation.ts'
import { openPalette, paletteKeys, prefetchPalette } from '../palette/openPalette.ts'
import { useSite } from '../site.ts'
import { CreateButton } from './CreateButton.tsx'
import { LazyMenu } from './LazyMenu.tsx'
import { Logo } from './Logo.tsx'
import { signOutAndRedirect } from './signOutAndRedirect.ts'

// low on a phone that is held sideways: it needs its height for the page
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
  ${phone} { gap: 0; padding: 0 ${space(2)} 0 ${space(4)}; }
  ${phone} { &[data-demonstration] { padding-bottom: ${bannerHeight}; } }
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

const tools = css`
  display: flex;
  flex: 1;
  align-items: center;
  justify-content: flex-end;
  gap: ${space(2)};
  min-width: 0;
  ${phone} {
    gap: 0;
    > button { min-width: 44px; padding: 0 ${space(2)}; }
    [data-wide] { display: none; }
  }
`

const search = css`
  flex: 0 99 320px;
  min-width: 0;
  justify-content: flex-start;
  margin-right: auto;
  background: ${color.paper};
  color: ${color.muted};
  font-weight: 500;
  kbd { margin-left: auto; font: inherit; font-size: ${text.xs}; }
  ${phone} {
    flex: none;
    justify-content: center;
    margin: 0;
    border: 0;
    background: none;
    > span { position: absolute; clip-path: inset(50%); }
  }
`

const account = css`
  flex: none;
  max-width: 16rem;
  font-weight: 500;
  ${phone} { flex: 0 1 auto; }
  > span:last-of-type { overflow: hidden; text-overflow: ellipsis; }
`

/** The bar above every page; without its buttons while it is not known who is signed in. */
export function Header({ user }: { user?: User }) {
  const site = useSite()
  const { isPresent } = useDemonstration()
  return (
    <header css={bar} data-demonstration={(user && isPresent) || undefined}>
      <Link to={navEntries(site)[0]?.to ?? '/'} css={brand}>
        <Logo />
        {site.business.product}
      </Link>
      {user && (
        <div css={tools}>
          <Button css={search} onClick={openPalette} onPointerEnter={prefetchPalette}>
            <Search size={18} aria-hidden />
            <span>Search</span>
            <kbd data-wide aria-hidden>
              {paletteKeys}
            </kbd>
          </Button>
          <CreateButton />
          <LazyMenu
            name="AccountMenu"
            trigger={
              <Button tone="quiet" css={account}>
                <CircleUserRound size={18} aria-hidden data-wide />
                <VisuallyHidden>Your account: </VisuallyHidden>
                <span>{user.username}</span>
              </Button>
            }
          />
          <Button tone="quiet" onClick={signOutAndRedirect}>
            <LogOut size={16} aria-hidden data-wide />
            Logout
          </Button>
        </div>
      )}
    </header>
  )
}
