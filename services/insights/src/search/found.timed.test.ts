import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InsightsUnderTest, runSubscriptions, startInsights } from '../testing.ts'
import { person } from './testing.ts'

let test: InsightsUnderTest
beforeAll(async () => {
  test = await startInsights()
})
afterAll(() => test.stop())

it("a user's own write is found within 100 ms while the worker runs", async () => {
  const stop = new AbortController()
  const running = runSubscriptions(test, stop.signal)
  const times: number[] = []
  for (let id = 1; id <= 20; id++) {
    const began = performance.now()
    const event = await test.appendForeign(`customer-${id}`, person(id, { lastName: `Vogel${id}` }))
    test.notifier.notify({ types: ['CustomerRegistered'] })
    const { json } = await test.call<{ groups: unknown[] }>('POST', '/api/search', {
      body: { q: `vogel${id}` },
      caller: { minPosition: event?.position.toString() },
    })
    expect(json.groups).toHaveLength(1)
    times.push(performance.now() - began)
  }
  stop.abort()
  await running
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(100)
})
