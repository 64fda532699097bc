// Runs in a throwaway folder where Emmett is installed; answers its figures as JSON on stdout.
import { randomUUID } from 'node:crypto'
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql'

const [url, seconds, events] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const data = (id) => ({
  invoiceId: id,
  customerId: id % 5_000,
  amountCents: 11_250 + (id % 977),
  description: 'Two ceiling fans and a dimmer, boxes checked, old fixtures taken away',
  dueDate: '2026-12-01',
  issuedAt: '2026-11-21T15:00:00.000Z',
  note: 'x'.repeat(60),
})
const issued = (id) => ({
  type: 'InvoiceIssued',
  data: data(id),
  metadata: { actor: 'user-1', requestId: randomUUID() },
})
const store = getPostgreSQLEventStore(url)
let counter = 0
await store.appendToStream('warm-up', [issued(0)])

const deadline = performance.now() + seconds * 1_000
const began = performance.now()
await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (performance.now() < deadline) {
      counter += 1
      await store.appendToStream(`bench-${counter}`, [issued(counter)], {
        expectedStreamVersion: 'STREAM_DOES_NOT_EXIST',
      })
    }
  }),
)
const appendsPerSecond = counter / ((performance.now() - began) / 1_000)

while (counter < events) {
  const batch = Array.from({ length: 100 }, () => issued(++counter))
  await store.appendToStream(`filled-${counter}`, batch)
}
const projection = pongoSingleStreamProjection({
  name: 'invoices',
  collectionName: 'invoices',
  canHandle: ['InvoiceIssued'],
  evolve: (document, { data }) => ({
    ...document,
    customerId: data.customerId,
    amountCents: data.amountCents,
  }),
})
const rebuild = rebuildPostgreSQLProjections({
  connectionString: url,
  projections: [projection],
  pulling: { batchSize: 1_000 },
})
const rebuilding = performance.now()
await rebuild.start()
const rebuildPerSecond = counter / ((performance.now() - rebuilding) / 1_000)
await rebuild.close()
await store.close()
console.log(JSON.stringify({ appendsPerSecond, rebuildPerSecond, rebuiltEvents: counter }))
process.exit()
