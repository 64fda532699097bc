import { rejection } from '@plumbline/platform/errors'
import { expect, it } from 'vitest'
import { user, useTestGateway } from '../testing.ts'
import type { DemonstrationData } from './routes.ts'

const { start, send, signIn } = useTestGateway()

/** A gateway to a demonstration, and what it was asked to remove. */
async function startWith(data: Partial<DemonstrationData> = {}, role = user.role) {
  const removals: Parameters<DemonstrationData['remove']>[0][] = []
  const up = await start({
    identity: { signIn: async () => ({ ...user, role }) },
    demonstration: {
      isPresent: async () => true,
      recordsBeside: async () => [],
      remove: async (removal) => {
        removals.push(removal)
        return 4_711n
      },
      ...data,
    },
  })
  const { cookie } = await signIn(up)
  const remove = (body: unknown, headers = {}) =>
    send('POST', '/api/demonstration/removal', {
      ...{ body, up },
      headers: { cookie, accept: 'application/problem+json', ...headers },
    })
  return { up, cookie, removals, remove }
}

const name = 'Ann & Bob <Repairs>'

it('tells what was made beside the demonstration, by kind', async () => {
  const person = { kind: 'customer', name: 'Rosa Lindqvist', isAboutDemonstration: false }
  const { up, cookie } = await startWith({
    recordsBeside: async () => [
      person,
      { ...person, name: null },
      { kind: 'appointment', name: null, isAboutDemonstration: true },
    ],
  })
  const answer = await send('GET', '/api/demonstration', { up, headers: { cookie } })
  expect(JSON.parse(answer.text)).toEqual({
    present: true,
    own: [{ kind: 'customer', count: 2, names: ['Rosa Lindqvist'] }],
    ownWork: [{ kind: 'appointment', count: 1, names: [] }],
  })
})

it.each(['manager', 'dispatcher', 'worker', 'limited_worker', 'bookkeeper'])(
  'names no record to a %s, who cannot remove it',
  async (role) => {
    let asked = 0
    const recordsBeside = async () => {
      asked += 1
      return [{ kind: 'customer', name: 'Rosa Lindqvist', isAboutDemonstration: false }]
    }
    const { up, cookie } = await startWith({ recordsBeside }, role)
    const answer = await send('GET', '/api/demonstration', { up, headers: { cookie } })
    expect(JSON.parse(answer.text)).toEqual({ present: true, own: [], ownWork: [] })
    expect(asked).toBe(0)
  },
)

it('removes it once the name of the business is typed, and answers how far the log is', async () => {
  const { removals, remove } = await startWith()
  const refused = await remove({ name: 'Another business' })
  expect(refused.status).toBe(400)
  expect(JSON.parse(refused.text)).toMatchObject({
    errors: { name: `Please type the name of the business: ${name}` },
  })
  expect(removals).toEqual([])
  const answer = await remove({ name: '  ann & bob  <repairs> ' })
  expect(answer).toMatchObject({ status: 204, headers: { 'x-log-position': '4711' } })
  expect(removals).toMatchObject([
    { withOwnWork: false, metadata: { actor: 'user-1', actorName: 'owner', requestId: expect.any(String) } },
  ])
})

it('passes a refusal on', async () => {
  const { remove } = await startWith({
    remove: async () => {
      throw rejection('conflict', 'Not everything is of the demonstration.')
    },
  })
  expect(await remove({ name, withOwnWork: true })).toMatchObject({
    status: 409,
    text: expect.stringContaining('Not everything is of the demonstration.'),
  })
})

it('is for the owner, from our own pages', async () => {
  const { up, removals, remove } = await startWith({}, 'worker')
  expect((await remove({ name })).status).toBe(403)
  expect((await remove({ name }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send('POST', '/api/demonstration/removal', { up, body: { name } })).status).toBe(401)
  expect(removals).toEqual([])
})
