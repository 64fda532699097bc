import { useSession } from '@plumbline/contract'
import { space } from '@plumbline/ui'
import { AccountJobNotices } from './AccountJobNotices.tsx'
import { AccountNotifications } from './AccountNotifications.tsx'
import { AccountPassword } from './AccountPassword.tsx'
import { AccountSessions } from './AccountSessions.tsx'
import { Page } from './Page.tsx'

/** `/account`: the signed-in user: password, notifications, notices about jobs, sessions. */
export function Account() {
  const { data: user } = useSession()
  return (
    <Page title="Your account" text={user && `Signed in as ${user.username} (${user.email})`}>
      <div css={{ display: 'grid', gap: space(6), maxWidth: 720 }}>
        <AccountPassword username={user?.username ?? ''} />
        <AccountNotifications />
        <AccountJobNotices email={user?.email ?? ''} />
        <AccountSessions />
      </div>
    </Page>
  )
}
