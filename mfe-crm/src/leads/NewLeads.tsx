import { css } from '@emotion/react'
import { callWithHeaders } from '@plumbline/contract'
import { formatPhone, telephoneLink } from '@plumbline/contract/contact'
import { fullName, listLeads } from '@plumbline/crm/api'
import {
  buttonStyle,
  color,
  EmptyState,
  ErrorState,
  phone,
  radius,
  Skeleton,
  space,
  text,
} from '@plumbline/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ServiceLabel } from './estimateOptions.ts'
import { leadAge, leadsKey } from './lead.ts'

const maxRows = 3

const frame = css`
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  header { display: flex; align-items: center; justify-content: space-between; gap: ${space(3)}; padding: ${space(4)} ${space(5)}; }
  header span { color: ${color.muted}; font-weight: 400; }
  header > div { display: flex; gap: ${space(4)}; }
  header a { color: ${color.accent}; font-weight: 600; text-decoration: none; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: ${space(1)} ${space(4)}; padding: ${space(3)} ${space(5)}; border-top: 1px solid ${color.line}; }
  li > div:first-of-type { flex: 1 1 160px; }
  li > div:last-of-type { color: ${color.muted}; }
  a { display: inline-flex; align-items: center; min-height: 24px; font-variant-numeric: tabular-nums; }
  ${phone} {
    a { min-height: 44px; }
    header { padding-block: ${space(1)}; }
  }
`

const newLeadsQuery = queryOptions({
  queryKey: [...leadsKey, 'new', maxRows],
  queryFn: async ({ signal }) => {
    const query = { status: 'new', sort: 'oldest', limit: String(maxRows), count: 'true' }
    const { value, headers } = await callWithHeaders(listLeads, { query, signal })
    return { leads: value, count: Number(headers.get('x-total-count')) }
  },
  meta: { changedBy: ['lead'] },
})

/** The leads without an answer that have been waiting longest. */
export function NewLeads() {
  const { data, isLoadingError, refetch } = useQuery(newLeadsQuery)
  if (isLoadingError)
    return <ErrorState title="New leads could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={180} />
  const { leads, count } = data
  if (count === 0)
    return (
      <EmptyState title="No new leads" action={<AddLeadLink />}>
        Requests from your public page appear here.
      </EmptyState>
    )
  const now = new Date()
  return (
    <section css={frame} aria-labelledby="new-leads">
      <header>
        <h2 id="new-leads" css={{ fontSize: text.lg }}>
          New leads <span>{count}</span>
        </h2>
        <div>
          <AddLeadLink />
          <Link to="/crm?tab=leads&status=new&sort=oldest">See all</Link>
        </div>
      </header>
      <ul>
        {leads.map((lead) => {
          const { text: age, isOverdue } = leadAge(lead, now)
          return (
            <li key={lead.id}>
              <div>
                <Link to={`/crm?tab=leads&lead=${lead.id}`} css={{ color: 'inherit', fontWeight: 600 }}>
                  {fullName(lead)}
                </Link>
                <div css={{ color: color.muted }}>
                  <ServiceLabel lead={lead} />
                </div>
              </div>
              <div>
                <time
                  dateTime={lead.createdAt}
                  css={{ display: 'block', ...(isOverdue && { color: color.red, fontWeight: 600 }) }}
                >
                  {age}
                </time>
                <a href={telephoneLink(lead.phone)}>{formatPhone(lead.phone)}</a>
              </div>
              <Link
                to={`/crm?tab=leads&convert=${lead.id}`}
                css={buttonStyle('secondary', 'sm')}
                aria-label={`Convert ${fullName(lead)}`}
              >
                Convert
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** For a person who calls. */
const AddLeadLink = () => <Link to="/crm?tab=leads&add=lead">Add lead</Link>
