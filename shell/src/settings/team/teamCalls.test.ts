import { afterEach, expect, it, vi } from 'vitest'
import { waitUntilPassedOn } from './teamCalls.ts'

afterEach(() => vi.unstubAllGlobals())

const counts = (count: number) => Response.json([], { headers: { 'x-total-count': String(count) } })

it('the wait for the jobs of a deactivated member ends when they are passed on', async () => {
  const left = [1, 1, 0]
  vi.stubGlobal('fetch', async (path: string) =>
    counts(path.includes('count=true') ? Number(left.shift()) : 0),
  )
  await waitUntilPassedOn(7)
  expect(left).toEqual([])
})

it('a look at the jobs of a deactivated member that fails ends the wait and is no failure', async () => {
  const fetched = vi.fn(async () => new Response('The database rests', { status: 500 }))
  vi.stubGlobal('fetch', fetched)
  await waitUntilPassedOn(7)
  expect(fetched).toHaveBeenCalledTimes(2)
})
