import { setTimeout as sleep } from 'node:timers/promises'
import { run, sql } from '@plumbline/platform/db'
import { type Site, withSite } from './deliverySite.ts'
import { createPeople, forEach, type People } from './recipients.ts'
import { createWriter } from './writer.ts'

type RateOptions = { redis: boolean; messages: number }

/** SMS that a worker gets out of a full ledger in a second, to a provider that answers at once. */
export const benchRate = ({ redis, messages }: RateOptions): Promise<number> =>
  withSite({ redis, idle: true }, (site) => measure(site, messages))

async function measure(site: Site, messages: number): Promise<number> {
  const people = createPeople(site)
  await people.register(1)
  const writer = await createWriter(site, people)
  await forEach(messages, 8, writer.write)
  let first = 0
  site.twilio.behaviour.after = () => {
    first ||= performance.now()
    return undefined
  }
  await site.startWorker()
  for (const deadline = Date.now() + 120_000; (await left(people)) > 0; await sleep(20))
    if (Date.now() > deadline) throw new Error('not everything was sent within two minutes')
  const seconds = (performance.now() - first) / 1_000
  await writer.stop()
  await people.pool.end()
  return messages / seconds
}

async function left({ pool }: People): Promise<number> {
  const [row] = await run<{ n: number }>(
    pool,
    sql`SELECT count(*)::int AS n FROM messaging.deliveries WHERE status <> 'sent'`,
  )
  return row?.n ?? 0
}
