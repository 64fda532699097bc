import { rightsOf, roles } from '@plumbline/platform/rights'
import { describe, expect, it } from 'vitest'
import { gatewayEndpoints } from './gateway.ts'
import { useTestGateway } from './testing.ts'

const { send, signIn, pool } = useTestGateway()

const labelOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
// it answers for as long as the page is open
const asked = gatewayEndpoints.filter(({ produces }) => produces !== 'text/event-stream')

describe('of the calls that the gateway answers itself', () => {
  it.each(asked.map((endpoint) => [labelOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const { method, path, needs } = endpoint
    const statusFor = async (role: string) => {
      // signing out, and ending all other sessions, is among them
      const { cookie } = await signIn()
      await pool().query('UPDATE identity.members SET role = $1', [role])
      return (
        await send(method, path.replaceAll(/:\w+/g, '00000000-0000-0000-0000-000000000000'), {
          body: method === 'GET' ? undefined : {},
          headers: role === 'visitor' ? {} : { cookie },
        })
      ).status
    }
    const answered: Record<string, number | string> = {}
    for (const role of ['visitor', ...roles, 'unknown']) {
      const status = await statusFor(role)
      answered[role] = status === 403 || (status === 401 && needs !== 'public') ? status : 'answered'
    }
    const expected = (role: string) => {
      if (needs === 'public') return 'answered'
      if (role === 'visitor') return 401
      return needs === 'self' || rightsOf({ role }).some((right) => right === needs) ? 'answered' : 403
    }
    expect(answered).toEqual(
      Object.fromEntries(['visitor', ...roles, 'unknown'].map((role) => [role, expected(role)])),
    )
  })
})

it('a link of a customer is no session: none of these calls is answered for it that needs one', async () => {
  const cookie = `customer-link=1-${'a'.repeat(43)}`
  for (const { method, path, needs } of asked) {
    const body = method === 'GET' ? undefined : {}
    const { status } = await send(method, path.replaceAll(/:\w+/g, '1'), { body, headers: { cookie } })
    expect([path, status === 401]).toEqual([path, needs !== 'public' || status === 401])
  }
})
