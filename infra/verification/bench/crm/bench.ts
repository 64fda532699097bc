import { personal } from '@plumbline/crm/events'
import { crm as crmService } from '@plumbline/crm/service'
import { rebuildProjection } from '@plumbline/platform/projections'
import { fillLog } from '../fill.ts'
import type { Bench } from '../main.ts'
import { type Latency, latency, type Served, serve } from '../serve.ts'
import { withPostgres } from '../store.ts'
import { people, person, scatter } from './filledCustomers.ts'

const targetMs = 50
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The text that is typed to find the n-th person. */
const searches: Record<string, (of: ReturnType<typeof person>) => string> = {
  'first and last name': ({ firstName, lastName }) => `${firstName} ${lastName}`,
  'part of a last name': ({ lastName }) => lastName.slice(1, 5),
  'a letter less than an index knows': ({ lastName }) => lastName.slice(0, 2),
  'e-mail': ({ email }) => email,
  'part of an e-mail': ({ email }) => email.slice(3, email.indexOf('@')),
  'phone as written': ({ phone }) => phone,
  'phone as digits': ({ phone }) => digitsOf(phone),
  'phone with country code and dots': ({ phone }) => `+1 ${digitsOf(phone).replace(/(...)(...)/, '$1.$2.')}`,
  'last digits of a phone': ({ phone }) => phone.slice(-8),
  address: ({ address }) => address ?? '',
  'part of an address and a name': ({ address, firstName }) => `${address?.split(',')[0]} ${firstName}`,
  nobody: ({ customerId }) => `Nobody${customerId}`,
}

/** Finding one among many, and all of them at once. Options: rows, rounds. */
export const bench: Bench = ({ figures, option }) =>
  withPostgres(async (url) => {
    const rows = option('rows', 100_000)
    const rounds = option('rounds', 200)
    const crm = await serve(url, crmService)
    const filled = performance.now()
    await fillLog(crm.admin, people(rows), { keyring: crm.keyring, personal, keys: new Map() })
    const { schema } = crmService
    for (const projection of schema.projections ?? [])
      await rebuildProjection({ ...schema, projection }, { pool: crm.admin, keyring: crm.keyring })
    await crm.admin.query(`SELECT setval('crm.customer_id', ${rows})`)
    await crm.admin.query('VACUUM ANALYZE')
    console.log(`${rows} customers stored in ${Math.round((performance.now() - filled) / 1_000)} s`)

    const latencies: Record<string, Latency> = {}
    for (const [name, typed] of Object.entries(searches)) {
      const search = (n: number) => {
        const q = encodeURIComponent(typed(person(1 + (scatter(n) % rows))))
        return crm.call(`/api/customers?limit=20&q=${q}`)
      }
      latencies[name] = await latency(rounds, search)
      figures.atMost(`search by ${name}, p95 ms`, latencies[name].p95, targetMs)
    }
    console.table(latencies)

    const everything = await all(crm)
    figures.atMost('every customer, ms', everything.ms, 5_000)
    figures.atMost('every customer unchanged, 304, ms', everything.unchangedMs, 5_000)
    const created = await latency(rounds, (n) => {
      const { customerId: _, registeredAt: __, ...form } = person(rows + n + 1)
      return crm.call('/api/customers', { method: 'POST', body: { ...form, notes: '', status: 'active' } })
    })
    figures.atMost('create, p95 ms', created.p95, targetMs)
    await crm.stop()
    return { rows, found: latencies, everything, created }
  })

/** The documented list: everybody, and again while nothing has changed. */
async function all({ call }: Served) {
  const { bytes, etag, ms } = await call('/api/customers')
  // this client sends no-cache with an ETag, unless the request sets the header itself
  const conditionalHeaders = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
  const { status, ms: unchangedMs } = await call('/api/customers', { headers: conditionalHeaders })
  if (status !== 304) throw new Error(`an unchanged list was answered ${status}`)
  return { ms, unchangedMs, bytes }
}
