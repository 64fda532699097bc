import { run, sql } from '@plumbline/platform/db'
import { type CommandContext, commit, readStream } from '@plumbline/platform/event-store'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billingSchema, createBilling } from '../service.ts'
import { metadata, startBillingTest } from '../testing.ts'
import { createInvoice, issueInvoice } from './commands.ts'
import { invoices } from './projection.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  billing = await start()
})
afterAll(() => billing.stop())

const form = {
  customerId: 1,
  description: 'Doors',
  lines: [{ description: 'Doors', amountCents: 1_000, taxCents: 0 }],
}
type Issued = { id: number; number: number }
const issued = () =>
  run<Issued>(
    billing.owner,
    sql`SELECT (data->>'invoiceId')::int AS id, (data->>'number')::int AS number
        FROM es.events WHERE type = 'InvoiceIssued' ORDER BY position`,
  )

it('numbers are 1 to n in the order of issue, though every third issue is rolled back or killed', async () => {
  const { pool, notifier } = billing
  const store = { pool, notifier, projections: [invoices] }
  const now = new Date('2026-11-21T15:00:00Z')
  const endings: Record<number, (ctx: CommandContext) => Promise<unknown>> = {
    1: async () => {
      throw new Error('changed my mind')
    },
    2: ({ db }) => db.query('SELECT pg_terminate_backend(pg_backend_pid())'),
  }
  const attempt = (i: number) =>
    commit(store, { metadata, now }, async (ctx) => {
      // every other one as a draft first
      const { events } = await createInvoice(ctx, form, i % 2 === 0)
      const id = events[0]?.data.invoiceId as number
      if (i % 2 === 1) await issueInvoice(ctx, id)
      await endings[i % 6]?.(ctx)
      return id
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => attempt(i)))
  const kept = outcomes.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  expect(kept.length).toBeGreaterThan(30)
  expect(outcomes.length - kept.length).toBeGreaterThan(15)

  const all = await issued()
  expect(all.map(({ number }) => number)).toEqual(kept.map((_, i) => i + 1))
  expect(all.map(({ id }) => id).sort()).toEqual(kept.sort())
  const taken = await readStream(billing.owner, 'invoice-numbers')
  expect(taken.map(({ data }) => (data as { invoiceId: number }).invoiceId)).toEqual(all.map(({ id }) => id))
})

it('drafts issued by many at once take one number each', async () => {
  const before = (await issued()).length
  const now = new Date('2026-11-21T16:00:00Z')
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => billing.billing.draftInvoice(form, metadata, now)),
  )
  await Promise.all([...ids, ...ids, ...ids].map((id) => billing.billing.issueInvoice(id, metadata, now)))
  const all = await issued()
  expect(all.slice(before).map(({ number }) => number)).toEqual(ids.map((_, i) => before + i + 1))
})
