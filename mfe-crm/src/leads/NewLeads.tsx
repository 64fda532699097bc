import { css } from '@emotion/react'
import { color, EmptyState, ErrorState, radius, Skeleton, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { serviceLabel, waiting } from './lead.ts'
import { leadsQuery } from './queries.ts'

const shown = 3

const frame = css`
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  header { display: flex; align-items: baseline; justify-content: space-between; gap: ${space(3)}; padding: ${space(4)} ${space(5)}; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { display: flex; justify-content: space-between; gap: ${space(4)}; padding: ${space(3)} ${space(5)}; border-top: 1px solid ${color.line}; }
`

/** The newest leads nobody has answered yet: what needs the owner now. */
export function NewLeads() {
  const { data, error, refetch } = useQuery(leadsQuery())
  if (error) return <ErrorState title="New leads could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={180} />
  const fresh = data.filter((lead) => lead.status === 'new')
  if (fresh.length === 0)
    return <EmptyState title="No new leads">Requests from your public page show up here.</EmptyState>
  const now = new Date()
  return (
    <section css={frame} aria-labelledby="new-leads">
      <header>
        <h2 id="new-leads" css={{ fontSize: text.lg }}>
          New leads <span css={{ color: color.muted, fontWeight: 400 }}>{fresh.length}</span>
        </h2>
        <Link to="/crm?tab=leads" css={{ color: color.accent, fontWeight: 600, textDecoration: 'none' }}>
          See all
        </Link>
      </header>
      <ul>
        {fresh.slice(0, shown).map((lead) => (
          <li key={lead.id}>
            <div>
              <div css={{ fontWeight: 600 }}>{`${lead.firstName} ${lead.lastName}`}</div>
              <div css={{ color: color.muted }}>{serviceLabel(lead)}</div>
            </div>
            <time
              dateTime={lead.createdAt}
              css={[
                { color: color.muted, textAlign: 'right' },
                waiting(lead, now).late && { color: color.red, fontWeight: 600 },
              ]}
            >
              {waiting(lead, now).text}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
