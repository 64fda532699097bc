import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { followRights } from './followRights.ts'
import { createQueryClient } from './queries.ts'
import { rightsQuery } from './rights.ts'

afterEach(() => vi.unstubAllGlobals())

it('who has other rights than before is shown nothing that was answered under those', async () => {
  let rights = ['quotes.edit', 'costs.view']
  const asked: [path: string, etag: string | undefined][] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const etag = headers['If-None-Match']
    asked.push([path, etag])
    if (path !== '/api/quotes/1') return Response.json({ id: 7, rights })
    const quote = rights.includes('costs.view') ? { id: 1, unitCost: '5.00' } : { id: 1 }
    return etag ? new Response(null, { status: 304 }) : Response.json(quote, { headers: { etag: '"1-1."' } })
  })
  const client = createQueryClient()
  followRights(client)
  const quote = {
    queryKey: ['quotes', 1],
    queryFn: () => call({ method: 'GET', path: '/api/quotes/1' }),
  }
  new QueryObserver(client, quote).subscribe(() => {})
  new QueryObserver(client, rightsQuery(7)).subscribe(() => {})
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(client.getQueryData(quote.queryKey)).toEqual({ id: 1, unitCost: '5.00' })
  const again = async () => {
    asked.length = 0
    await client.invalidateQueries({ queryKey: ['rights'] })
    await vi.waitFor(() => expect(client.isFetching()).toBe(0))
    return asked
  }

  expect(await again()).toEqual([['/api/team/me', undefined]])
  rights = ['quotes.edit']
  expect(await again()).toEqual([
    ['/api/team/me', undefined],
    ['/api/quotes/1', undefined],
  ])
  expect(client.getQueryData(quote.queryKey)).toEqual({ id: 1 })
})
