import { buttonStyle, EmptyState } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { Page } from './Page.tsx'

export const NotFound = () => (
  <Page title="404 Page Not Found">
    <EmptyState
      title="There is no page at this address"
      action={
        <Link to="/dashboard" css={buttonStyle('secondary')}>
          Go to the dashboard
        </Link>
      }
    >
      The link may be outdated or mistyped.
    </EmptyState>
  </Page>
)
