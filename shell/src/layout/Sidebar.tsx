import { css } from '@emotion/react'
import { type User, useSession } from '@plumbline/contract'
import { color, narrow, phone, radius, space, VisuallyHidden } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Puzzle } from 'lucide-react'
import { useId } from 'react'
import { Link, useNavigation } from 'react-router-dom'
import { conversationCountsQuery } from '../dashboard/queries.ts'
import { navigationIcons } from '../icons.ts'
import { isCurrent, navEntries } from '../navigation.ts'
import { type Site, useSite } from '../site.ts'

const side = css`
  position: fixed;
  z-index: 30;
  inset: 4rem auto 0 0;
  width: 16rem;
  padding: ${space(5)} ${space(3)};
  border-right: 1px solid ${color.line};
  overflow-y: auto;
  ul { display: grid; gap: ${space(0.5)}; margin: 0; padding: 0; list-style: none; }
  ${narrow} { width: 5.5rem; padding-inline: ${space(1.5)}; }
  ${phone} {
    inset: auto 0 0 0;
    width: auto;
    padding: 0 0 env(safe-area-inset-bottom);
    border: 0;
    border-top: 1px solid ${color.line};
    background: ${color.surface};
    ul {
      grid-auto-flow: column;
      grid-auto-columns: minmax(0, 1fr);
      gap: 0;
      min-height: 60px;
      @media (max-height: 480px) { min-height: 44px; }
    }
  }
`

// entries do not fade: the frames would be taken from the page that appears
const entry = css`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 40px;
  padding: 0 ${space(3)};
  border-radius: ${radius.control};
  color: ${color.muted};
  font-weight: 500;
  text-decoration: none;
  &:hover { background: ${color.sunken}; color: ${color.ink}; }
  &[aria-current='page'] { background: ${color.accentTint}; color: ${color.accent}; font-weight: 600; }
  ${narrow} {
    flex-direction: column;
    justify-content: center;
    gap: ${space(1)};
    min-height: 56px;
    padding: 0;
    font-size: 12px;
  }
  ${phone} {
    flex-direction: column;
    justify-content: center;
    gap: ${space(1)};
    min-height: 60px;
    @media (max-height: 480px) { flex-direction: row; min-height: 44px; }
    padding: 0;
    border-radius: 0;
    font-size: clamp(9px, 3vw, 11px);
    &[aria-current='page'] { background: none; box-shadow: inset 0 2px ${color.accent}; }
  }
`

const mark = css`
  position: absolute;
  inset: 10px ${space(3)} auto auto;
  min-width: 20px;
  padding: 0 ${space(1.5)};
  border-radius: 10px;
  background: ${color.accent};
  color: ${color.onAccent};
  font-size: 12px;
  font-weight: 600;
  line-height: 20px;
  text-align: center;
  pointer-events: none;
  ${narrow} { inset: 4px auto auto calc(50% + 4px); }
  ${phone} { inset: 4px auto auto calc(50% + 4px); }
`

/** How many conversations are unread; 0 while it is not known. */
function useUnread(isKnown: boolean, may: Site['may']): number {
  const { data: user } = useSession()
  const { data } = useQuery({
    ...conversationCountsQuery(),
    enabled: isKnown && Boolean(user) && may('messages.own'),
  })
  return data?.unread ?? 0
}

/** The entries; an empty place for them until the user is known. */
export function Sidebar({ user, pathname }: { user: User | undefined; pathname: string }) {
  const site = useSite()
  const unread = useUnread(user !== undefined, site.may)
  const markId = useId()
  // the page that was asked for, also while it is still on its way
  const current = useNavigation().location?.pathname ?? pathname
  return (
    <nav css={side} aria-label="Main">
      <ul>
        {(user ? navEntries(site) : []).map((item) => {
          const Icon = navigationIcons[item.icon] ?? Puzzle
          const isMarked = item.to === '/messages' && unread > 0
          return (
            <li key={item.to} css={{ position: 'relative' }}>
              <Link
                to={item.to}
                css={entry}
                aria-current={isCurrent(item, current) ? 'page' : undefined}
                aria-describedby={isMarked ? markId : undefined}
              >
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                {item.label}
              </Link>
              {isMarked && (
                <span id={markId} css={mark}>
                  {unread > 99 ? '99+' : unread}
                  <VisuallyHidden> unread</VisuallyHidden>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
