import { buttonStyle, EmptyState } from '@plumbline/ui'
import { Link } from 'react-router-dom'

/** In place of a page about a customer who does not exist. */
export const CustomerNotFound = () => (
  <>
    <title>Customer Not Found</title>
    <h1 css={{ position: 'absolute', clipPath: 'inset(50%)' }}>Customer Not Found</h1>
    <EmptyState
      title="Customer Not Found"
      action={
        <Link to="/customers" css={buttonStyle('primary')}>
          Back to Customers
        </Link>
      }
    >
      This customer may have been removed, or the link may be wrong.
    </EmptyState>
  </>
)
