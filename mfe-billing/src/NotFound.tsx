import { buttonStyle, NotFoundState } from '@plumbline/ui'
import { Link } from 'react-router-dom'

/** In place of a page about a customer who does not exist. */
export const CustomerNotFound = () => (
  <NotFoundState
    what="Customer"
    action={
      <Link to="/customers" css={buttonStyle('primary')}>
        Back to Customers
      </Link>
    }
  >
    This customer may have been removed, or the link may be wrong.
  </NotFoundState>
)

/** In place of a page about a quote that does not exist. */
export const QuoteNotFound = () => (
  <NotFoundState
    what="Quote"
    action={
      <Link to="/quotes" css={buttonStyle('primary')}>
        Back to Quotes
      </Link>
    }
  >
    The link may be wrong.
  </NotFoundState>
)
