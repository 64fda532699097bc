import { buttonStyle, EmptyState } from '@plumbline/ui'
import { Link } from 'react-router-dom'

/** In place of a page about a quote that does not exist. */
export const QuoteNotFound = () => (
  <>
    <title>Quote Not Found</title>
    <h1 css={{ position: 'absolute', clipPath: 'inset(50%)' }}>Quote Not Found</h1>
    <EmptyState
      title="Quote Not Found"
      action={
        <Link to="/quotes" css={buttonStyle('primary')}>
          Back to Quotes
        </Link>
      }
    >
      The link may be wrong.
    </EmptyState>
  </>
)
