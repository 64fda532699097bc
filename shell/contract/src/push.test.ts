import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { minPosition } from './logPosition.ts'
import { invalidateChanged, startPush } from './push.ts'
import { createQueryClient, sessionKey } from './queries.ts'

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
  isClosed = false
  close = () => {
    this.isClosed = true
  }
  say = (position: string, changed: unknown) =>
    this.onmessage?.({ data: JSON.stringify({ changed }), lastEventId: position })
}

function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } })
  vi.stubGlobal('localStorage', createStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function createSignedInClient() {
  const client = createQueryClient()
  client.setQueryData(sessionKey, { id: 1 })
  return client
}

/** A client that shows three lists, and how often each was fetched. */
function createObservedClient(client = createSignedInClient()) {
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
  const { client, fetched } = createObservedClient()
  await vi.advanceTimersByTimeAsync(0)
  invalidateChanged(client, { lead: ['7'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual({ leads: 2, customers: 2, news: 1 })
  invalidateChanged(client, { customer: ['1'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual({ leads: 2, customers: 3, news: 1 })
  invalidateChanged(client, 'everything')
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual({ leads: 3, customers: 4, news: 2 })
})

it('takes what arrives together for one piece of news, and remembers how far it was told', async () => {
  const { client, fetched } = createObservedClient()
  await vi.advanceTimersByTimeAsync(0)
  startPush(client)
  const [source] = FakeSource.opened
  source?.say('41', { lead: ['1'] })
  source?.say('42', { lead: ['2'] })
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched.leads).toBe(2)
  expect(minPosition()).toBe('42')
  source?.say('43', 'everything')
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched).toEqual({ leads: 3, customers: 3, news: 2 })
})

const refuse = (source = FakeSource.opened.at(-1)) => {
  if (source) source.readyState = FakeSource.CLOSED
  source?.onerror?.()
}
const retryMs = 31_000
const answersWith = (status: number) => vi.stubGlobal('fetch', async () => new Response('', { status }))

it('leaves reconnecting after a broken connection to the browser', async () => {
  startPush(createSignedInClient())
  FakeSource.opened[0]?.onerror?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSource.opened).toHaveLength(1)
})

it('a stream that was refused is opened again after the last position that was received', async () => {
  answersWith(200)
  startPush(createSignedInClient())
  FakeSource.opened[0]?.say('5000000', { lead: ['1'] })
  refuse()
  await vi.advanceTimersByTimeAsync(retryMs)
  expect(FakeSource.opened.map(({ url }) => url).at(-1)).toBe('/api/stream?after=5000000')
})

it('a refused stream whose session is over signs this window out', async () => {
  answersWith(401)
  const client = createSignedInClient()
  startPush(client)
  refuse()
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(sessionKey)).toBeNull()
})

it('a stream that was refused is opened again as soon as somebody signs in', async () => {
  answersWith(401)
  const client = createSignedInClient()
  startPush(client)
  refuse()
  await vi.advanceTimersByTimeAsync(0)
  const opened = FakeSource.opened.length
  client.setQueryData(sessionKey, { id: 1 })
  expect(FakeSource.opened).toHaveLength(opened + 1)
})

it('the first stream begins after the answer with the session: nothing is missed in between', async () => {
  const headers = { 'x-log-position': '6000000' }
  vi.stubGlobal('fetch', async () => new Response('{"id":1}', { headers }))
  const client = createQueryClient()
  startPush(client)
  expect(FakeSource.opened).toEqual([])
  client.setQueryData(sessionKey, await call({ method: 'GET', path: '/api/auth/user' }))
  expect(FakeSource.opened.map(({ url }) => url)).toEqual(['/api/stream?after=6000000'])
  client.setQueryData(sessionKey, { id: 1 })
  expect(FakeSource.opened).toHaveLength(1)
})

it('what another window is told while this one asks for its session counts here, too', async () => {
  const { client, fetched } = createObservedClient(createQueryClient())
  await vi.advanceTimersByTimeAsync(0)
  startPush(client)
  const other = new BroadcastChannel('plumbline-news')
  other.postMessage({ position: '7000000', changed: { lead: ['1'] } })
  await vi.waitFor(() => expect(minPosition()).toBe('7000000'))
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched.leads).toBe(2)
  other.close()
})

it('one window keeps the stream where there are no locks; another goes on when it leaves or falls silent', async () => {
  vi.stubGlobal('navigator', {})
  const openWindow = async () => {
    const own = new EventTarget()
    vi.stubGlobal('window', own)
    startPush(createSignedInClient())
    // what it loads for this
    await vi.dynamicImportSettled()
    return own
  }
  const first = await openWindow()
  await openWindow()
  await openWindow()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(FakeSource.opened).toHaveLength(1)
  first.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(FakeSource.opened).toHaveLength(2)
  // a window that another one took over from closes its stream
  localStorage.setItem('plumbline-news', JSON.stringify({ owner: 'another', until: Date.now() + 60_000 }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(FakeSource.opened.map(({ isClosed }) => isClosed)).toEqual([true, true])
})
