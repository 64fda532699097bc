import { css } from '@emotion/react'
import { age, formatDateTime } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import type { ListedSession } from '@plumbline/gateway/api'
import {
  Badge,
  Button,
  Card,
  color,
  confirm,
  ErrorState,
  phone,
  radius,
  Skeleton,
  space,
  text,
} from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { signOutAndRedirect } from '../layout/signOutAndRedirect.ts'
import { endOtherSessions, endSession, sessionsQuery } from './accountCalls.ts'

const listStyle = css`
  margin: 0;
  padding: 0;
  list-style: none;
  &:focus-visible { outline-offset: -2px; border-radius: ${radius.surface}; }
`

const row = css`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 64px;
  padding: ${space(2)} ${space(5)};
  & + & { border-top: 1px solid ${color.line}; }
  > svg { flex: none; color: ${color.muted}; }
  > div { flex: 1; min-width: 0; }
  ${phone} { padding: ${space(2)} ${space(1)} ${space(2)} ${space(4)}; }
`

const name = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  font-weight: 600;
`

const times = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(4)};
  color: ${color.muted};
  font-size: ${text.sm};
  time { white-space: nowrap; }
`

/** `/account`: the sessions of the signed-in user, each of which can be ended. */
export function AccountSessions() {
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery())
  const list = useRef<HTMLUListElement>(null)
  const ending = useAction(
    (id: string | 'others') => (id === 'others' ? endOtherSessions() : endSession(id)),
    {
      refetch: [sessionsQuery().queryKey],
      success: (_, id) => ({
        title: 'Signed out',
        description:
          id === 'others' ? 'Only this browser is signed in now.' : 'That device has to sign in again.',
      }),
      failure: 'Failed to sign out',
      // the button that was pressed is removed with its session
      onDone: () => list.current?.focus(),
    },
  )
  const endOthers = async () => {
    const question = {
      title: 'Sign out everywhere else?',
      text: 'Everyone who uses this account on another device or browser has to sign in again, and your calendar links stop working.',
      action: 'Sign out everywhere else',
    }
    if (await confirm(question)) ending.run('others')
  }
  const others = data?.some((it) => !it.current)
  return (
    <Card
      title="Signed-in devices"
      flush={Boolean(data)}
      action={
        others && (
          <Button size="sm" busy={ending.input === 'others'} onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {isLoadingError ? (
        <ErrorState title="Your sessions could not be loaded" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={64} />
      ) : (
        <ul css={listStyle} ref={list} tabIndex={-1} aria-label="Sessions">
          {data.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={ending.input === session.id}
              onEnd={() => (session.current ? void signOutAndRedirect() : ending.run(session.id))}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

type SessionProps = { session: ListedSession; busy: boolean; onEnd: () => void }

function Session({ session: { device, begunAt, seenAt, current, ownDevice }, busy, onEnd }: SessionProps) {
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor
  return (
    <li css={row}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <div>
        <div css={name}>
          {device}
          {current && <Badge tone="green">This browser</Badge>}
          {ownDevice && <Badge>Own device, 30 days</Badge>}
        </div>
        <div css={times}>
          <span>
            Signed in <time dateTime={begunAt}>{formatDateTime(begunAt)}</time>
          </span>
          {!current && (
            <span>
              Last seen <time dateTime={seenAt}>{age(seenAt, new Date())}</time>
            </span>
          )}
        </div>
      </div>
      <Button tone="quiet" size="sm" busy={busy} onClick={onEnd} aria-label={`Sign out: ${device}`}>
        Sign out
      </Button>
    </li>
  )
}
