import { inSnapshot } from '@plumbline/platform/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reports, Totals } from './api.ts'
import { endOfDay, invoiceHistories } from './past.ts'
import { billingSchema, createBilling } from './service.ts'
import { startBillingTest } from './testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
const invoices = 1_200

beforeAll(async () => {
  billing = await start()
  // drafted and paid one after the other, so that the events of an invoice lie apart in the log
  await billing.owner.query(`INSERT INTO es.events (position, stream_id, version, event_id, type, data, metadata)
    SELECT nextval('es.event_position'), 'invoice-' || i, version, gen_random_uuid(), type, data || jsonb_build_object('invoiceId', i), '{}'
    FROM generate_series(1, ${invoices}) i, (VALUES
      (1, 'InvoiceDrafted', '{"customerId": 1, "appointmentId": null, "description": "Doors", "dueOn": "2026-01-10",
        "lines": [{"description": "Doors", "amountCents": 1000, "taxCents": 0}], "draftedAt": "2026-01-10T15:00:00.000Z"}'::jsonb),
      (2, 'InvoiceIssued', '{"number": 1, "issuedOn": "2026-01-10", "issuedAt": "2026-01-10T15:00:00.000Z"}'),
      (3, 'PaymentReceived', '{"customerId": 1, "paymentId": 1, "amountCents": 400, "method": "cash", "paidOn": "2026-01-11",
        "recordedAt": "2026-01-11T15:00:00.000Z"}')) happened (version, type, data) ORDER BY version, i`)
  await billing.owner.query(`INSERT INTO billing.invoices (id, customer_id, description, amount, tax, total_amount, paid_amount, balance, status, due_date, created_at, updated_at, searched, version)
    SELECT i, 1, 'Doors', 10, 0, 10, 4, 6, 'pending', '2026-01-10', now(), now(), 'doors', 3 FROM generate_series(1, ${invoices}) i`)
})
afterAll(() => billing.stop())

it('reports hold the events of a few hundred invoices at a time, whole histories, and count all of them', async () => {
  const sizes = await inSnapshot(billing.pool, async (db) => {
    const sizes: number[] = []
    for await (const chunk of invoiceHistories(db, endOfDay('2026-02-01'))) {
      sizes.push(chunk.length)
      for (const events of chunk) expect(events.map(({ version }) => version)).toEqual([1, 2, 3])
    }
    return sizes
  })
  expect(sizes).toEqual([500, 500, 200])
  const { json: totals } = await billing.call<Totals>('GET', '/api/billing/totals')
  expect(totals).toMatchObject({ invoiced: '12000.00', paid: '4800.00', outstanding: '7200.00' })
  const { json } = await billing.call<Reports>('GET', '/api/billing/reports?from=2026-01-01')
  expect(json.revenue).toMatchObject([{ month: '2026-01', amount: '4800.00' }])
  expect(json.receivables.at(-1)).toMatchObject({ age: '90+', amount: '7200.00' })
  expect(json.sources[0]?.invoiceIds).toEqual(Array.from({ length: invoices }, (_, i) => i + 1))
})

it('reports that are asked for at once are made one after the other', async () => {
  const holder = await billing.owner.connect()
  await holder.query('BEGIN; LOCK TABLE billing.invoices IN ACCESS EXCLUSIVE MODE')
  const paths = ['/api/billing/reports', '/api/billing/totals', '/api/invoices?age=0-30']
  const answers = Promise.all(paths.map((path) => billing.call('GET', path)))
  const waiting = async () =>
    (
      await billing.owner.query(
        `SELECT 1 FROM pg_locks WHERE relation = 'billing.invoices'::regclass AND NOT granted`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(1)
  // the others have had time to come as far
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await waiting()).toBe(1)
  await holder.query('COMMIT')
  holder.release()
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200])
})
