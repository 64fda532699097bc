import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyNews, startPush, toldPosition } from './push.ts'
import { createQueryClient } from './queries.ts'

class FakeSource {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 1
  onmessage?: (event: { data: string; lastEventId: string }) => void
  onerror?: () => void
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSource.opened.push(this)
  }
  close = () => {}
  say = (position: string, changed: unknown) =>
    this.onmessage?.({ data: JSON.stringify({ changed }), lastEventId: position })
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A client that shows three lists, and how often each was fetched. */
function shown() {
  const client = createQueryClient()
  const fetched: Record<string, number> = { leads: 0, customers: 0, news: 0 }
  const kinds: Record<string, string[]> = { leads: ['lead'], customers: ['customer', 'lead'], news: [] }
  for (const [name, changedBy] of Object.entries(kinds)) {
    const queryFn = async () => {
      fetched[name] = (fetched[name] ?? 0) + 1
      return name
    }
    new QueryObserver(client, { queryKey: [name], queryFn, meta: { changedBy } }).subscribe(() => {})
  }
  return { client, fetched }
}

it('fetches again what is made of what changed, and nothing else', async () => {
  const { client, fetched } = shown()
  await vi.advanceTimersByTimeAsync(0)
  applyNews(client, { lead: ['7'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual({ leads: 2, customers: 2, news: 1 })
  applyNews(client, { customer: ['1'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual({ leads: 2, customers: 3, news: 1 })
  applyNews(client, 'everything')
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual({ leads: 3, customers: 4, news: 2 })
})

it('takes what arrives together for one piece of news, and remembers how far it was told', async () => {
  const { client, fetched } = shown()
  await vi.advanceTimersByTimeAsync(0)
  startPush(client)
  const [source] = FakeSource.opened
  expect(source?.url).toBe('/api/stream')
  source?.say('41', { lead: ['1'] })
  source?.say('42', { lead: ['2'] })
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched.leads).toBe(2)
  expect(toldPosition()).toBe('42')
  source?.say('43', 'everything')
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched).toEqual({ leads: 3, customers: 3, news: 2 })
})

it('comes back after it was refused, and leaves reconnecting to the browser otherwise', async () => {
  startPush(createQueryClient())
  const [source] = FakeSource.opened
  source?.onerror?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSource.opened).toHaveLength(1)
  if (source) source.readyState = FakeSource.CLOSED
  source?.onerror?.()
  await vi.advanceTimersByTimeAsync(31_000)
  expect(FakeSource.opened).toHaveLength(2)
})
