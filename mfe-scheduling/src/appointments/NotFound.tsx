import { buttonStyle, EmptyState } from '@plumbline/ui'
import { Link } from 'react-router-dom'

/** 'Appointment Not Found', 'Customer Not Found'. */
export const NotFound = ({ what }: { what: 'Appointment' | 'Customer' }) => (
  <>
    <title>{`${what} Not Found`}</title>
    <h1 css={{ position: 'absolute', clipPath: 'inset(50%)' }}>{`${what} Not Found`}</h1>
    <EmptyState
      title={`${what} Not Found`}
      action={
        <Link to={what === 'Appointment' ? '/scheduler' : '/customers'} css={buttonStyle('primary')}>
          {what === 'Appointment' ? 'Back to Scheduler' : 'Back to Customers'}
        </Link>
      }
    >
      It may have been deleted, or the link may be wrong.
    </EmptyState>
  </>
)
