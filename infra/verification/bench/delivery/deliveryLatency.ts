import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../measure.ts'
import { type Site, withSite } from './deliverySite.ts'
import { createPeople } from './recipients.ts'
import { createWriter } from './writer.ts'

const perSecond = 20

/** From the call that writes a message to the moment the provider has taken it, on Redis, at a steady pace. */
export const benchLatency = (seconds: number) =>
  withSite({ redis: true }, (site) => measure(site, perSecond * seconds))

async function measure(site: Site, count: number): Promise<{ p50: number; p99: number; n: number }> {
  const people = createPeople(site)
  await people.register(1)
  const writer = await createWriter(site, people)
  // the client of the provider is loaded with the first one
  for (let warm = 1; warm <= 20; warm++) await writer.write(warm)
  await until(() => site.twilio.accepted.length === 20)
  const began = new Map<string, number>()
  const took: number[] = []
  site.twilio.behaviour.after = (_res, { body }) => {
    took.push(performance.now() - (began.get(body) as number))
    return undefined
  }
  const start = performance.now()
  const writing: Promise<unknown>[] = []
  for (let n = 0; n < count; n++) {
    const early = start + (n * 1_000) / perSecond - performance.now()
    if (early > 0) await sleep(early)
    began.set(`Message ${1_000 + n}`, performance.now())
    writing.push(writer.write(1_000 + n))
  }
  await Promise.all(writing)
  await until(() => took.length === count)
  await writer.stop()
  await people.pool.end()
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), n: took.length }
}

async function until(isDone: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !isDone(); await sleep(20))
    if (Date.now() > deadline) throw new Error('not everything was sent within a minute')
}
