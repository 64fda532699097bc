import { css } from '@emotion/react'
import { age, formatDateTime, toast } from '@plumbline/contract'
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
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { leave } from '../layout/leave.ts'
import { endOtherSessions, endSession, sessionsQuery } from './accountCalls.ts'

const list = css`
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

function useSigningOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string | 'others') => (id === 'others' ? endOtherSessions() : endSession(id)),
    onSuccess: (_, id) =>
      toast({
        title: 'Signed out',
        description: id === 'others' ? 'Only this browser is signed in now.' : 'That session is over.',
      }),
    onError: (error) =>
      toast({ title: 'Error', description: error.message || 'Failed to sign out', tone: 'destructive' }),
    // the button stays busy until the list says it too
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}

/** `/account`: where one is signed in, and the way to end it there. */
export function AccountSessions() {
  const { data, error, refetch } = useQuery(sessionsQuery())
  const { mutate, isPending, variables } = useSigningOut()
  const shown = useRef<HTMLUListElement>(null)
  // the button that was pressed is gone with its session
  const end = (id: string | 'others') => mutate(id, { onSuccess: () => shown.current?.focus() })
  const endOthers = async () => {
    const question = {
      title: 'Sign out everywhere else?',
      text: 'Everyone who uses this account on another device or browser has to sign in again, and your calendar addresses stop working.',
      action: 'Sign out everywhere else',
    }
    if (await confirm(question)) end('others')
  }
  const others = data?.some((it) => !it.current)
  return (
    <Card
      title="Where you are signed in"
      flush={Boolean(data)}
      action={
        others && (
          <Button size="sm" busy={isPending && variables === 'others'} onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState title="Your sessions could not be loaded" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={64} />
      ) : (
        <ul css={list} ref={shown} tabIndex={-1} aria-label="Sessions">
          {data.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={isPending && variables === session.id}
              onEnd={() => (session.current ? void leave() : end(session.id))}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

type SessionProps = { session: ListedSession; busy: boolean; onEnd: () => void }

function Session({ session: { device, begunAt, seenAt, current }, busy, onEnd }: SessionProps) {
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor
  return (
    <li css={row}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <div>
        <div css={name}>
          {device}
          {current && <Badge tone="green">This browser</Badge>}
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
