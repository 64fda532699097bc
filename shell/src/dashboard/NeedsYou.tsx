import { css } from '@emotion/react'
import { age } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { Button, color, phone, radius, Skeleton, space, text } from '@plumbline/ui'
import { useQueries } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSite } from '../site.ts'
import { conversationCountsQuery, invoiceCountsQuery, leadCountsQuery } from './queries.ts'

// on a phone one row that scrolls sideways, so that what is below keeps its place when the counts arrive
const section = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  min-height: 36px;
  margin-bottom: ${space(5)};
  h2 { margin-right: ${space(2)}; font-size: ${text.md}; }
  ul { display: contents; list-style: none; }
  p { color: ${color.muted}; }
  a {
    display: inline-flex;
    align-items: center;
    gap: ${space(1)};
    min-height: 36px;
    padding: 0 ${space(2)} 0 ${space(3)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.ink};
    text-decoration: none;
  }
  a:hover { border-color: ${color.accent}; }
  b { font-variant-numeric: tabular-nums; }
  svg { color: ${color.muted}; }
  @media (min-width: 768px) { a { padding-right: ${space(3)}; } a svg { display: none; } }
  /* what is late, who waits, what was written */
  [data-tone='red'] { background: ${color.redTint}; b { color: ${color.red}; } }
  [data-tone='amber'] { background: ${color.amberTint}; b { color: ${color.amber}; } }
  [data-tone='blue'] { background: ${color.blueTint}; b { color: ${color.blue}; } }
  ${phone} {
    align-content: start;
    min-height: 74px;
    margin-bottom: ${space(3)};
    h2 { flex-basis: 100%; }
    ul {
      display: flex;
      gap: ${space(2)};
      width: calc(100% + 2 * ${space(4)});
      margin: 0 -${space(4)};
      padding: 0 ${space(4)};
      overflow-x: auto;
      scrollbar-width: none;
    }
    li { flex: none; }
    a { min-height: 44px; white-space: nowrap; }
  }
`

/** One kind of thing that waits, and the list of them. */
type Need = {
  tone?: 'red' | 'amber' | 'blue'
  count: number
  one: string
  several: string
  to: string
  detail?: string
}

/** What waits for the business, each with the list it leads to; says so when a service does not answer. */
export function NeedsYou() {
  const { may } = useSite()
  const counts = useQueries({
    queries: [
      { ...leadCountsQuery(), enabled: may('leads') },
      { ...conversationCountsQuery(), enabled: may('messages.own') },
      { ...invoiceCountsQuery(), enabled: may('invoices.view') },
    ],
  })
  const [leads, conversations, invoices] = counts
  if (counts.some(({ isLoading }) => isLoading))
    return (
      <div css={section}>
        <Skeleton height={36} />
      </div>
    )
  const needs: Need[] = [
    {
      count: leads.data?.quotesOverdue ?? 0,
      tone: 'red',
      one: 'quote overdue',
      several: 'quotes overdue',
      to: '/crm?tab=leads&status=quote-overdue&sort=oldest',
    },
    {
      count: leads.data?.followUpsDue ?? 0,
      tone: 'amber',
      one: 'lead to call back',
      several: 'leads to call back',
      to: '/crm?tab=leads&status=follow-up-due&sort=follow-up',
    },
    {
      count: conversations.data?.unread ?? 0,
      tone: 'blue',
      one: 'unread conversation',
      several: 'unread conversations',
      to: '/messages?status=unread',
    },
    {
      count: invoices.data?.uninvoiced.count ?? 0,
      one: 'job done, not invoiced',
      several: 'jobs done, not invoiced',
      to: '/invoices?view=uninvoiced',
    },
    {
      count: invoices.data?.overdue.count ?? 0,
      tone: 'red',
      one: 'invoice overdue',
      several: 'invoices overdue',
      to: '/invoices?status=overdue',
      detail: invoices.data && formatMoney(invoices.data.overdue.amount),
    },
  ]
  const waiting = needs.filter(({ count }) => count > 0)
  const newest = leads.data?.newest
  const failedCounts = counts.filter(({ isLoadingError }) => isLoadingError)
  return (
    <section css={section} aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      {waiting.length === 0 && !newest ? (
        failedCounts.length === 0 && <p>Nothing right now.</p>
      ) : (
        <ul>
          {newest && (
            <li>
              <Link to={`/crm?tab=leads&lead=${newest.id}`} data-tone="amber">
                <span>
                  New lead: <b>{newest.firstName}</b>, {age(newest.createdAt, new Date())}
                </span>
                <ChevronRight size={16} aria-hidden />
              </Link>
            </li>
          )}
          {waiting.map(({ tone, count, one, several, to, detail }) => (
            <li key={to}>
              <Link to={to} data-tone={tone}>
                <span>
                  <b>{count}</b> {count === 1 ? one : several}
                  {detail && ` · ${detail}`}
                </span>
                <ChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {failedCounts.length > 0 && (
        <>
          <p role="alert">Some counts could not be loaded.</p>
          <Button onClick={() => failedCounts.forEach(({ refetch }) => void refetch())}>Try again</Button>
        </>
      )}
    </section>
  )
}
