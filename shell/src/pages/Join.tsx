import { ApiError, call } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { announceSession } from '@plumbline/contract/shell'
import * as gateway from '@plumbline/gateway/api'
import { Button, buttonStyle, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { useSite } from '../site.ts'
import { PasswordField, passwordHint } from './PasswordField.tsx'
import { SignedOutPage } from './SignedOutPage.tsx'

/** `/join#<token>`: a person with such a link chooses a password, and is signed in. */
export function Join() {
  const { business } = useSite()
  const token = useLocation().hash.slice(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => call(gateway.openLink, { body: { token }, signal }),
  })
  if (data) return <ChoosePassword token={token} link={data} />
  if (!error)
    return (
      <SignedOutPage title={business.name}>
        <Skeleton height={160} />
      </SignedOutPage>
    )
  if (!(error instanceof ApiError && error.status === 404))
    return (
      <SignedOutPage title={business.name}>
        <ErrorState title="The link could not be checked" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      </SignedOutPage>
    )
  return (
    <SignedOutPage title="This link is no longer valid" intro="Ask who sent it for a new one.">
      <a css={buttonStyle()} href="/login">
        Sign in
      </a>
    </SignedOutPage>
  )
}

function ChoosePassword({ token, link }: { token: string; link: gateway.OpenedLink }) {
  const { business } = useSite()
  const isJoining = link.purpose === 'join'
  const form = useForm(gateway.LinkRedemption, {
    defaults: { token, password: '' },
    send: (body) => call(gateway.redeemLink, { body }),
    failure: 'Failed to set the password',
    onDone: () => {
      announceSession('signed-in')
      // a new page, which has nothing of the user who was signed in before
      window.location.assign('/dashboard')
    },
  })
  return (
    <SignedOutPage
      title={isJoining ? `Join ${business.name}` : 'Choose a new password'}
      intro={
        <>
          {isJoining ? 'You sign in as ' : 'For '}
          <b>{link.username}</b> ({link.email}).
        </>
      }
    >
      <form css={{ display: 'grid', gap: space(5) }} aria-label="Choose a password" {...form.props}>
        <input type="text" autoComplete="username" value={link.username} readOnly hidden />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          autoFocus
          hint={<span aria-live="polite">{passwordHint(form.watch('password'))}</span>}
          {...form.field('password')}
        />
        <Button tone="primary" type="submit" busy={form.pending}>
          {isJoining ? 'Join and sign in' : 'Set password and sign in'}
        </Button>
      </form>
    </SignedOutPage>
  )
}
