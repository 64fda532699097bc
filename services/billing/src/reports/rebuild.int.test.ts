import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reports, Totals } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, testOptions } from '../testing.ts'

let test: BillingTest
const invoices = 1_200

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  // ordered by version, so that the events of an invoice are far apart in the log
  await test.owner.query(`INSERT INTO es.events (position, stream_id, version, event_id, type, data, metadata)
    SELECT nextval('es.event_position'), 'invoice-' || i, version, gen_random_uuid(), type, data || jsonb_build_object('invoiceId', i), '{}'
    FROM generate_series(1, ${invoices}) i, (VALUES
      (1, 'InvoiceDrafted', '{"customerId": 1, "appointmentId": null, "description": "Doors", "dueOn": "2026-01-10",
        "lines": [{"description": "Doors", "amountCents": 1000, "taxCents": 0}], "draftedAt": "2026-01-10T15:00:00.000Z"}'::jsonb),
      (2, 'InvoiceIssued', '{"number": 1, "issuedOn": "2026-01-10", "issuedAt": "2026-01-10T15:00:00.000Z"}'),
      (3, 'PaymentReceived', '{"customerId": 1, "paymentId": 1, "amountCents": 400, "method": "cash", "paidOn": "2026-01-11",
        "recordedAt": "2026-01-11T15:00:00.000Z"}')) happened (version, type, data) ORDER BY version, i`)
})
afterAll(() => test.stop())

it('reports contain all stored events after their read models are rebuilt', async () => {
  await test.rebuild()
  const { json: totals } = await test.call<Totals>('GET', '/api/billing/totals')
  expect(totals).toMatchObject({ invoiced: '12000.00', paid: '4800.00', outstanding: '7200.00' })
  const { json } = await test.call<Reports>('GET', '/api/billing/reports?from=2026-01-01')
  expect(json.revenue).toMatchObject([{ month: '2026-01', amount: '4800.00' }])
  expect(json.receivables.at(-1)).toMatchObject({ age: '90+', amount: '7200.00' })
  expect(json.sources[0]?.invoiceIds).toEqual(Array.from({ length: invoices }, (_, i) => i + 1))
})
