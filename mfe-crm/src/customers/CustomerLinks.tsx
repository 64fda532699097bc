import { css } from '@emotion/react'
import { age, call, formatDay } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import {
  type CustomerLink,
  listCustomerLinks,
  revokeCustomerLink,
  revokeCustomerLinks,
} from '@plumbline/crm/api'
import { Button, color, confirm, EmptyState, ErrorState, Skeleton, space, text } from '@plumbline/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

const list = css`
  margin: 0 0 ${space(4)};
  padding: 0;
  list-style: none;
  li { display: flex; gap: ${space(3)}; align-items: center; justify-content: space-between; padding: ${space(3)} 0; border-bottom: 1px solid ${color.line}; }
  p { color: ${color.muted}; font-size: ${text.sm}; }
`

const paths = {
  quote: (id: number) => `/quotes/${id}`,
  invoice: (id: number) => `/invoices?invoice=${id}`,
  appointment: (id: number) => `/appointments/${id}`,
}
/** @example 'Invoice INV-000042', 'General Repairs, Nov 23, 2026' */
const nameOf = ({ name, startsAt }: CustomerLink) =>
  startsAt === null ? name : `${name}, ${formatDay(startsAt)}`

/** The customer is sent a code to open it. */
const isOver = ({ expiresAt }: CustomerLink) => new Date(expiresAt) <= new Date()

const linksQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id, 'links'],
    queryFn: ({ signal }) => call(listCustomerLinks, { params: { id }, signal }),
    // the change feed reports no links
    staleTime: 0,
  })

const warning = 'The customer cannot open what it is for any more, also from messages that were sent before.'

/** The links by which a customer opens documents, and revoking them. */
export function CustomerLinks({ customerId: id }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(linksQuery(id))
  const { may } = useRights()
  const refetched = { refetch: [linksQuery(id).queryKey] }
  const one = useAction((linkId: number) => call(revokeCustomerLink, { params: { id, linkId } }), {
    ...refetched,
    success: 'Link revoked.',
    failure: 'Failed to revoke the link. Please try again.',
  })
  const all = useAction(() => call(revokeCustomerLinks, { params: { id } }), {
    ...refetched,
    success: 'All links revoked.',
    failure: 'Failed to revoke the links. Please try again.',
  })
  const ask = (title: string) => confirm({ title, text: warning, action: 'Revoke', danger: true })
  if (isLoadingError)
    return <ErrorState title="The links could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={88} />
  if (data.length === 0)
    return (
      <EmptyState title="No links">
        Links to quotes, invoices and visits appear here until they are revoked.
      </EmptyState>
    )
  return (
    <>
      <ul css={list} aria-label="Links">
        {data.map((link) => (
          <li key={link.id}>
            <div>
              <Link to={paths[link.kind](link.documentId)}>{nameOf(link)}</Link>
              <p>
                {isOver(link) ? 'Takes a code since' : 'Works until'} {formatDay(link.expiresAt)},{' '}
                {link.lastOpenedAt === null
                  ? 'not opened yet'
                  : `last opened ${age(link.lastOpenedAt, new Date())}`}
              </p>
            </div>
            {may('customers.edit') && (
              <Button
                size="sm"
                aria-label={`Revoke link to ${nameOf(link)}`}
                onClick={async () => (await ask('Revoke this link?')) && one.run(link.id)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      {may('customers.edit') && data.length > 1 && (
        <Button
          tone="quiet"
          busy={all.pending}
          onClick={async () => (await ask('Revoke all links?')) && all.run()}
        >
          Revoke all
        </Button>
      )}
    </>
  )
}
