import { buttonStyle, NotFoundState } from '@plumbline/ui'
import { Link } from 'react-router-dom'

/** 'Appointment Not Found', 'Customer Not Found'. */
export const NotFound = ({ what }: { what: 'Appointment' | 'Customer' }) => (
  <NotFoundState
    what={what}
    action={
      <Link to={what === 'Appointment' ? '/scheduler' : '/customers'} css={buttonStyle('primary')}>
        {what === 'Appointment' ? 'Back to Scheduler' : 'Back to Customers'}
      </Link>
    }
  >
    It may have been deleted, or the link may be wrong.
  </NotFoundState>
)
