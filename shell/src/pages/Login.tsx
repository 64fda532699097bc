import { css } from '@emotion/react'
import { ApiError, NoAnswerError, sessionQuery, signIn, toast, type User } from '@plumbline/contract'
import { Button, Checkbox, color, Field, phone, space, text } from '@plumbline/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSite } from '../site.ts'
import { SignedOutPage } from './SignedOutPage.tsx'

const stack = css`
  display: grid;
  gap: ${space(5)};
`

const lockedOut = css`
  font-size: ${text.sm};
  color: ${color.muted};
  summary { width: fit-content; margin-inline: auto; color: ${color.ink}; cursor: pointer; }
  p { margin-top: ${space(2)}; }
  ${phone} { summary { line-height: 44px; } }
`

/** What failed; a server that could not be reached has said nothing about the password. */
const messageOf = (error: Error): string =>
  error.message ||
  (error instanceof NoAnswerError ? 'The server could not be reached.' : 'Invalid credentials')

function useSignIn(staysOnPage: boolean) {
  const { queryClient } = useSite()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: signIn,
    onSuccess: async (user: User) => {
      toast({ title: 'Login Successful', description: 'Welcome back!' })
      // navigate first, so that no other page flashes
      if (!staysOnPage) await navigate('/dashboard', { replace: true })
      queryClient.setQueryData(sessionQuery().queryKey, user)
    },
    onError: (error) =>
      toast({
        title: 'Login Failed',
        description: messageOf(error),
        tone: 'destructive',
      }),
  })
}

const reasons = {
  expired: 'Your session expired. Sign in to continue where you left off.',
  'signed-out': 'You signed out in another window. Sign in to continue where you left off.',
}

const failed = css`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  color: ${color.red};
  text-align: center;
  overflow-wrap: anywhere;
`

type LoginProps = {
  /** The user whose session ended, and how; their page is still open below. */
  reauthenticate?: { username: string; ended: keyof typeof reasons }
  /** Why the session could not be read. */
  problem?: Error | null
  onRetry?: () => void
}

export function Login({ reauthenticate, problem, onRetry }: LoginProps) {
  const { business } = useSite()
  const { mutate, isPending, error, reset } = useSignIn(reauthenticate !== undefined)
  const isRefused = error instanceof ApiError && error.status === 401
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isRefused) return
    const password = form.current?.querySelector<HTMLInputElement>('[type=password]')
    password?.focus()
    password?.select()
  }, [isRefused])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username'))
    const password = String(fields.get('password'))
    const ownDevice = fields.has('ownDevice')
    if (username && password && !isPending) mutate({ username, password, ownDevice: ownDevice || undefined })
  }
  return (
    <SignedOutPage
      title={business.product}
      windowTitle={`Sign in · ${business.product}`}
      intro={reauthenticate ? reasons[reauthenticate.ended] : 'Sign in to your account'}
    >
      <form
        ref={form}
        css={stack}
        data-login
        onSubmit={submit}
        // what was refused is not what stands there any more
        onChange={isRefused ? reset : undefined}
        aria-label="Sign in"
      >
        {problem && (
          <div css={failed} role="alert">
            <p>We could not check whether you are signed in: {messageOf(problem)}</p>
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
        <Field
          label="Username"
          name="username"
          placeholder="Enter your username"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={reauthenticate?.username}
          autoFocus={!reauthenticate?.username}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          placeholder="Enter your password"
          autoComplete="current-password"
          autoFocus={Boolean(reauthenticate?.username)}
          error={isRefused ? 'The username or the password is wrong.' : undefined}
          required
        />
        <Checkbox name="ownDevice" label="This is my own device" hint="Stay signed in for 30 days" />
        <Button tone="primary" type="submit" disabled={isPending}>
          {isPending ? 'Signing In...' : 'Sign In'}
        </Button>
      </form>
      <details css={lockedOut}>
        <summary>Locked out?</summary>
        <p>
          Whoever manages your team makes you a link under Settings, Team, with which you get in again. If
          that is nobody but you, who runs the server can help: the page on incidents says how.
        </p>
      </details>
    </SignedOutPage>
  )
}
