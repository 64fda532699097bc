import { setTimeout as sleep } from 'node:timers/promises'
import { sendDelivery } from '@plumbline/messaging/service'
import { expect, it } from 'vitest'
import { deliverThroughFaults } from './deliveryFaults.ts'
import { startSite } from './deliverySite.ts'
import { createPeople, forEach } from './recipients.ts'

it('every cancellation is told once, through kills, wipes, a restart and a provider at its worst', async () => {
  const cancellations = 150
  const outcome = await deliverThroughFaults({ cancellations, seed: 7, patienceMs: 80_000 })
  expect(outcome, JSON.stringify(outcome)).toMatchObject({
    ...{ intents: { sms: cancellations, email: cancellations } },
    ...{ open: 0, duplicates: 0, missing: 0, wipes: 2, restarts: 1 },
    mails: cancellations,
  })
  // what it took and hides from us goes out again: the count would notice
  expect([outcome.hidden > 0, outcome.taken]).toEqual([true, cancellations + outcome.hidden])
  expect(outcome.kills).toBeGreaterThanOrEqual(2)
  // nothing is merely waiting: what is not out says why
  expect(outcome.shown.map((it) => it.status).filter((it) => it !== 'sent')).toEqual([])
}, 100_000)

it('after a kill in the middle of sending, the rest is under way within ten seconds', async () => {
  const site = await startSite({ redis: true })
  const people = createPeople(site)
  const cancellations = 120
  const { concurrency: inHand = 0 } = sendDelivery
  try {
    site.twilio.behaviour.latencyMs = () => 200
    await forEach(cancellations, 8, people.register)
    await forEach(cancellations, 8, people.cancel)
    await expect.poll(() => site.twilio.accepted.length, { timeout: 20_000 }).toBeGreaterThan(5)
    const killed = performance.now()
    await site.killWorker()
    const before = site.twilio.accepted.length
    await expect
      .poll(() => site.twilio.accepted.length, { timeout: 10_000, interval: 20 })
      .toBeGreaterThan(before)
    expect(performance.now() - killed).toBeLessThan(10_000)
    // all but what the dead one had in its hands, which waits for its lease
    await expect
      .poll(() => site.twilio.accepted.length, { timeout: 15_000 })
      .toBeGreaterThanOrEqual(cancellations - inHand)
    await sleep(100)
    expect(new Set(site.twilio.accepted.map((it) => it.to)).size).toBe(site.twilio.accepted.length)
  } finally {
    await people.pool.end()
    await site.stop()
  }
}, 60_000)
