import { buttonStyle, EmptyState } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { Page } from './Page.tsx'

/** In place of a page that needs a right which the member lacks. */
export const NotAllowed = () => (
  <Page title="Not allowed">
    <EmptyState
      title="Your role does not allow this"
      action={
        <Link to="/dashboard" css={buttonStyle('secondary')}>
          Go to your first page
        </Link>
      }
    >
      Ask the owner of the business.
    </EmptyState>
  </Page>
)
