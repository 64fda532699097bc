import { createQueryClient } from '@plumbline/contract'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { chosen, loadFirstPage, type PagedList, pagesQuery, queryOf, totalQuery } from './pagedList.ts'

type Tool = { id: number }
const tools: PagedList<Tool> = {
  key: ['tools'],
  endpoint: { method: 'GET', path: '/api/tools', response: z.array(z.object({ id: z.int() })) },
  changedBy: ['tool'],
  statuses: [
    { value: '', label: 'All' },
    { value: 'ready', label: 'Ready' },
    { value: 'gone', label: 'Gone' },
  ],
  ofStatus: (status) => (status === 'gone' ? null : { state: status }),
  sorts: () => [
    { value: 'newest', label: 'Newest' },
    { value: 'name', label: 'Name' },
  ],
  csv: { name: 'tools.csv', columns: () => [] },
}
const filters = { search: '', status: '', sort: null }

/** Answers by address, and notes what was requested. */
function answer(answers: Record<string, { ids: number[]; headers?: Record<string, string> }>): string[] {
  const requested: string[] = []
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path)
    const { ids, headers = {} } = answers[path] ?? { ids: [] }
    return new Response(JSON.stringify(ids.map((id) => ({ id }))), { headers })
  })
  return requested
}
afterEach(() => vi.unstubAllGlobals())

it('asks for what its filters choose, in their order', () => {
  expect(queryOf(tools, filters)).toEqual({ sort: 'newest' })
  expect(queryOf(tools, { search: ' saw ', status: 'ready', sort: 'name' }, { shelf: '1' })).toEqual({
    q: 'saw',
    state: 'ready',
    sort: 'name',
    shelf: '1',
  })
  expect(queryOf(tools, { ...filters, search: 'x'.repeat(300) })?.q).toHaveLength(200)
})

it('a status or an order of another list in the address chooses nothing', () => {
  expect(chosen(tools, { ...filters, status: 'paid', sort: 'due' })).toMatchObject({
    status: '',
    sort: 'newest',
  })
})

it('a status that no item can have is answered without a call', async () => {
  const requested = answer({})
  const query = queryOf(tools, { ...filters, status: 'gone' })
  const { pages } = await createQueryClient().fetchInfiniteQuery(pagesQuery(tools, query))
  expect(pages).toEqual([{ items: [], next: null, total: 0 }])
  expect(requested).toEqual([])
})

it('follows the pages and counts with the first', async () => {
  const first = '/api/tools?sort=newest&limit=50&count=true'
  const second = '/api/tools?sort=newest&limit=50&cursor=c1'
  const requested = answer({
    [first]: {
      ids: [1, 2],
      headers: { link: '</api/tools?sort=newest&limit=50&cursor=c1>; rel="next"', 'x-total-count': '3' },
    },
    [second]: { ids: [3] },
  })
  const { pages } = await createQueryClient().fetchInfiniteQuery({
    ...pagesQuery(tools, { sort: 'newest' }),
    pages: 5,
  })
  expect(pages.flatMap(({ items }) => items)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(pages[0]?.total).toBe(3)
  expect(requested).toEqual([first, second])
})

it('loads the page of an address, and the number of all', async () => {
  const page = '/api/tools?state=ready&q=saw&sort=name&limit=50&count=true'
  const requested = answer({
    '/api/tools?limit=1&count=true': { ids: [1], headers: { 'x-total-count': '12' } },
  })
  const client = createQueryClient()
  await loadFirstPage(client, tools, { url: 'http://localhost/tools?q=saw&status=ready&sort=name' })
  expect(await client.fetchQuery(totalQuery(tools))).toBe(12)
  expect(requested).toEqual([page, '/api/tools?limit=1&count=true'])
})
