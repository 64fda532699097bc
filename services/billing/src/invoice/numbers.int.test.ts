import { run, sql } from '@plumbline/platform/db'
import { type CommandContext, commit, readStream } from '@plumbline/platform/event-store'
import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, testOptions } from '../testing.ts'
import { createInvoice, draftInvoice, issueInvoice, type NewInvoice } from './commands.ts'
import { invoices } from './projection.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

const form: NewInvoice = {
  customerId: 1,
  description: 'Doors',
  lines: [{ description: 'Doors', amountCents: 1_000, taxCents: 0 }],
}
const issuedForm = { customerId: 1, description: 'Doors', amount: '10.00', status: 'pending' } as const
type Issued = { id: number; number: number }
const issuedInvoices = () =>
  run<Issued>(
    test.owner,
    sql`SELECT (data->>'invoiceId')::int AS id, (data->>'number')::int AS number
        FROM es.events WHERE type = 'InvoiceIssued' ORDER BY position`,
  )

it('invoice numbers have no gaps and follow the order of issue when every third issue is rolled back or killed', async () => {
  const { pool, notifier } = test
  const store = { pool, notifier, projections: [invoices] }
  const now = new Date('2026-11-21T15:00:00Z')
  const endings: Record<number, (ctx: CommandContext) => Promise<unknown>> = {
    1: async () => {
      throw new Error('roll back')
    },
    // by the owner: the role of the service may not terminate its sessions
    2: async ({ db }) => {
      const [session] = await run<{ pid: number }>(db, sql`SELECT pg_backend_pid() AS pid`)
      await test.owner.query('SELECT pg_terminate_backend($1, 5000)', [session?.pid])
    },
  }
  const attempt = (i: number) =>
    commit(store, { metadata: testMetadata, now }, async (context) => {
      const ctx = {
        ...test,
        waitForPosition: async () => true,
        waitForOwnPosition: async () => true,
        ...context,
      }
      // every second one as a draft first
      const issue = async () => {
        const draftId = await draftInvoice(ctx, form)
        await issueInvoice(ctx, draftId)
        return draftId
      }
      const create = async () => (await createInvoice(ctx, issuedForm)).details.id
      const id = await (i % 2 === 1 ? issue() : create())
      await endings[i % 6]?.(ctx)
      return id
    })
  // as many at once as the pool has connections: on a busy machine more would time out while they wait for one
  const outcomes: PromiseSettledResult<number>[] = []
  while (outcomes.length < 50) {
    const first = outcomes.length
    const count = Math.min(16, 50 - first)
    outcomes.push(...(await Promise.allSettled(Array.from({ length: count }, (_, i) => attempt(first + i)))))
  }
  const committed = outcomes.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  const reasons = outcomes.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []))
  expect(committed.length, reasons.join('\n')).toBeGreaterThan(15)
  expect(outcomes.length - committed.length).toBeGreaterThan(15)

  const all = await issuedInvoices()
  expect(all.map(({ number }) => number)).toEqual(committed.map((_, i) => i + 1))
  expect(all.map(({ id }) => id).sort()).toEqual(committed.sort())
  const allocations = await readStream(test.owner, 'invoice-numbers')
  expect(allocations.map(({ data }) => (data as { invoiceId: number }).invoiceId)).toEqual(
    all.map(({ id }) => id),
  )
})

it('drafts that are issued concurrently and repeatedly get one number each', async () => {
  const before = (await issuedInvoices()).length
  const now = new Date('2026-11-21T16:00:00Z')
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => test.commands.draftInvoice({ metadata: testMetadata, now }, form)),
  )
  // no more at once than the pool has connections
  for (const some of [ids.slice(0, 5), ids.slice(5)])
    await Promise.all(
      [...some, ...some, ...some].map((id) =>
        test.commands.issueInvoice({ metadata: testMetadata, now }, id),
      ),
    )
  const all = await issuedInvoices()
  expect(all.slice(before).map(({ number }) => number)).toEqual(ids.map((_, i) => before + i + 1))
})

it('an invoice number is announced together with the invoice', async () => {
  const origin = { metadata: testMetadata, now: test.clock.now }
  const id = await test.commands.draftInvoice(origin, { ...form, dueOn: '2026-12-01' })
  const announced: string[][] = []
  const stop = test.notifier.subscribe((appended) => announced.push([...(appended?.types ?? [])]))
  await test.commands.issueInvoice(origin, id)
  stop()
  expect(announced).toEqual([['InvoiceNumberTaken', 'InvoiceIssued']])
})
