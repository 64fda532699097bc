import { buttonStyle, EmptyState } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { Page } from './Page.tsx'

/** For a page that belongs to a part of the product which is not on this system. */
export const NotInstalled = ({ title, outdated }: { title: string; outdated: boolean }) => (
  <Page title={title}>
    <EmptyState
      title={
        outdated
          ? 'This page was made for another version of the back-office'
          : 'This page is not part of this installation yet'
      }
      action={
        <Link to="/dashboard" css={buttonStyle('secondary')}>
          Go to the dashboard
        </Link>
      }
    >
      It belongs to {title}, which is released on its own and{' '}
      {outdated ? 'needs a new release for this version.' : 'has not been installed here.'}
    </EmptyState>
  </Page>
)
