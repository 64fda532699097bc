import { countInvoices } from '@plumbline/billing/api'
import { call } from '@plumbline/contract'
import { countLeads } from '@plumbline/crm/api'
import { activity, dashboardStats } from '@plumbline/insights/api'
import { countConversations } from '@plumbline/messaging/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const changedBy = ['customer', 'lead', 'appointment', 'invoice']
const activityChangedBy = [...changedBy, 'quote', 'message', 'consent']

export const statsQuery = () =>
  queryOptions({
    queryKey: ['stats'],
    queryFn: ({ signal }) => call(dashboardStats, { signal }),
    meta: { changedBy },
  })

export const newestQuery = () =>
  queryOptions({
    queryKey: ['activity', 'newest'],
    queryFn: ({ signal }) => call(activity, { query: { limit: '3' }, signal }),
    meta: { changedBy: activityChangedBy },
  })

const pageSize = 30

/** The whole feed, a page after the other. */
export const feedQuery = () =>
  infiniteQueryOptions({
    queryKey: ['activity', 'all'],
    queryFn: ({ signal, pageParam }) =>
      call(activity, { query: { limit: String(pageSize), before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    meta: { changedBy: activityChangedBy },
  })

export const leadCountsQuery = () =>
  queryOptions({
    queryKey: ['leads', 'counts'],
    queryFn: ({ signal }) => call(countLeads, { signal }),
    meta: { changedBy: ['lead'] },
  })

/** Also for the mark on the navigation. */
export const conversationCountsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'counts'],
    queryFn: ({ signal }) => call(countConversations, { signal }),
    meta: { changedBy: ['message', 'conversation', 'customer', 'contact', 'contact-read'] },
  })

export const invoiceCountsQuery = () =>
  queryOptions({
    queryKey: ['invoices', 'counts'],
    queryFn: ({ signal }) => call(countInvoices, { signal }),
    meta: { changedBy: ['invoice', 'appointment'] },
  })
