import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gatewayEndpoints } from '@plumbline/gateway/gateway'
import { type Caller, createApp, type Endpoint, errorHandler, passIdentity } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { type LinkKind, linkKinds, rights, rightsOf, roles } from '@plumbline/platform/rights'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, root } from '../processes/config.ts'
import { createPools, type Pools } from '../processes/roles/pools.ts'
import { startRouter } from '../processes/roles/routers.ts'
import { loadEndpoints, upstreamNames } from '../processes/services.ts'
import { owners } from '../processes/stores/schemas.ts'

// The document is reviewed: it says what was meant, and the answers say what is. A call that needs another right, or none,
// makes the two differ.

const file = join(root, 'infra/docs/rights.md')
const documented = readFileSync(file, 'utf8')
const ofServices = await Promise.all(
  upstreamNames.map(async (name) => ({ name, ...(await loadEndpoints(name)) })),
)
const labelOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const byName = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const byPath = (a: Endpoint, b: Endpoint) => byName(`${a.path} ${a.method}`, `${b.path} ${b.method}`)

const endpoints = [...gatewayEndpoints, ...ofServices.flatMap((service) => service.endpoints)].toSorted(
  byPath,
)
const forCustomers = ofServices.flatMap((service) => service.forCustomers).toSorted(byPath)
const mark = (is: boolean) => (is ? '✓' : '')
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ')

const rowsOf = (calls: readonly Endpoint[]) =>
  calls.map((endpoint) => row([`\`${labelOf(endpoint)}\``, endpoint.needs])).join('\n')

const text = `# Who may do what

A member has the rights of a role, with those that were granted and without those that were denied. Each call names the right that it needs;
the service that answers it checks that. \`self\` is every member, \`public\` is anybody.

## Roles

${row(['right', ...roles])}
${row(['---', ...roles.map(() => ':-:')])}
${rights.map((right) => row([`\`${right}\``, ...roles.map((role) => mark(rightsOf({ role }).includes(right)))])).join('\n')}

Without \`prices.view\` every field of money is absent from an answer, without \`costs.view\` every field of what something costs the business.

A customer with a link to a quote, an invoice or an appointment has no rights. They may call what is below for that one document, through
the pages that the gateway shows, and nothing else; no member may.

## Calls

${row(['call', 'needs'])}
${row(['---', '---'])}
${rowsOf(endpoints)}

## Calls of customers with a link

${row(['call', 'needs'])}
${row(['---', '---'])}
${rowsOf(forCustomers)}
`

it('the document says what each role and each call needs', async () => {
  await expect(text).toMatchFileSnapshot(file)
})

const log = createLog('test', { write: () => {} })
let database: TestDatabase
let pools: Pools
let server: Server
let base: string
let caller: Pick<Caller, 'user' | 'link'>

beforeAll(async () => {
  database = await createTestDatabase(owners)
  const config = readConfig({
    DATABASE_URL: database.url,
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    LIMIT_SCALE: '1000',
  })
  pools = createPools({ url: database.url, log })
  const app = createApp(log)
  for (const name of upstreamNames) {
    const options = { identityKey: 'in-process' as const, isMixed: () => false }
    const { router } = await startRouter(name, { config, log, pools }, options)
    app.use(async (req, res, next) => {
      await passIdentity('in-process', name, { ...caller, addressHash: 'a', requestId: 'r' }, req)
      await router(req, res, next)
    })
  }
  server = createServer(app.use(errorHandler(log))).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await pools.end()
  await database.drop()
})

/** The id in every path that is asked for. */
const askedId = 999_999
const linkTo = (kind: LinkKind, id: number) => `a link to ${kind} ${id}`
const links = linkKinds.flatMap((kind) => [askedId, 1].map((id) => ({ kind, id })))
const asLink = Object.fromEntries(
  links.map((scope) => [
    linkTo(scope.kind, scope.id),
    { user: null, link: { linkId: 1, customerId: 1, scope } },
  ]),
)
const asMember = (role: string) => ({
  user: role === 'visitor' ? null : { id: 1, username: 'ann', email: 'ann@x.io', role },
})

const ask = async (as: string, { method, path }: Endpoint) => {
  caller = asLink[as] ?? asMember(as)
  const body = method === 'GET' ? null : '{}'
  const answer = await fetch(`${base}${path.replaceAll(/:\w+/g, String(askedId))}`, {
    method,
    body,
    headers: { 'content-type': 'application/json' },
  })
  await answer.body?.cancel()
  return answer.status
}

describe.each(ofServices)('every call of $name', ({ endpoints }) => {
  it.each(endpoints.map((endpoint) => [labelOf(endpoint), endpoint] as const))(
    '%s',
    async (label, endpoint) => {
      const [, needs] = documented.split(`| \`${label}\` | `).map((rest) => rest.split(' |')[0])
      const expected = (as: string) => {
        if (as in asLink) return endpoint.signed ? 'answered' : 403
        if (needs === 'public') return 'answered'
        if (as === 'visitor') return 401
        return needs === 'self' || rightsOf({ role: as }).some((right) => right === needs) ? 'answered' : 403
      }
      const asked = ['visitor', ...roles, 'unknown', ...Object.keys(asLink)]
      const answered: Record<string, unknown> = {}
      for (const as of asked) {
        const status = await ask(as, endpoint)
        answered[as] = endpoint.signed || ![401, 403].includes(status) ? 'answered' : status
      }
      expect(answered).toEqual(Object.fromEntries(asked.map((as) => [as, expected(as)])))
    },
  )
})

describe('every call of customers with a link', () => {
  it.each(forCustomers.map((endpoint) => [labelOf(endpoint), endpoint] as const))(
    '%s',
    async (label, endpoint) => {
      const [, needs = ''] = documented.split(`| \`${label}\` | `).map((rest) => rest.split(' |')[0])
      const kind = linkKinds.find((it) => needs === `link:${it}`)
      const answered = new Set<string>()
      for (const as of ['visitor', ...roles, 'unknown', ...Object.keys(asLink)]) {
        const status = await ask(as, endpoint)
        if (![401, 403].includes(status)) answered.add(as)
      }
      expect([...answered]).toEqual([linkTo(kind as LinkKind, askedId)])
    },
  )
})
