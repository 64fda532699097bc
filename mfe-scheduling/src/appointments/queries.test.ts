import { createQueryClient } from '@plumbline/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { nextAppointmentsQuery } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

it('the next appointments have those of several days that began before, once each, and all that still run', async () => {
  const asked: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const query = Object.fromEntries(new URL(path, 'http://office').searchParams)
    asked.push(query)
    const ids = query.status === 'in_progress' ? [1, 2] : [2, 3, 4]
    return Response.json(ids.map((id) => ({ id })))
  })
  const next = await createQueryClient().fetchQuery(nextAppointmentsQuery('2026-11-24'))
  expect(next.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(asked).toEqual([
    { to: '2026-11-23', status: 'in_progress', limit: '10' },
    { from: '2026-11-24', includeRunning: 'true', limit: '100' },
  ])
})
