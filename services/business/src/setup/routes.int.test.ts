import { startServiceForTest } from '@plumbline/platform/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Setup } from '../api.ts'
import { business } from '../service.ts'
import { type BusinessTest, configured } from '../testing.ts'

let test: BusinessTest
beforeEach(async () => {
  test = await startServiceForTest(business, { settings: configured })
})
afterEach(() => test.stop())

const statesOf = ({ steps }: Setup) => Object.fromEntries(steps.map(({ name, state }) => [name, state]))
const read = async () => (await test.call<Setup>('GET', '/api/business/setup')).json
const change = async (body: object) => (await test.call<Setup>('PATCH', '/api/business/setup', { body })).json
const stateOfPage = async () =>
  (await test.commands.readPage({ metadata: { actor: 'gateway', requestId: 'r' }, now: test.clock.now }))
    .texts.setup

const open = { business: 'open', hours: 'open', services: 'open', payment: 'open', customers: 'open' }

it('every step is open while nothing is set, and done when something of it was set', async () => {
  expect(await read()).toMatchObject({ ended: false })
  expect(statesOf(await read())).toEqual(open)
  await test.call('PATCH', '/api/business/rates', { body: { hourlyRate: '90' } })
  await test.call('PUT', '/api/business/tax', {
    body: { rates: [{ name: 'Sales tax', percent: '7.375', isDefault: true }] },
  })
  expect(statesOf(await read())).toEqual({ ...open, services: 'done', payment: 'done' })
  // what was set stays done when it has its default again
  await test.call('PATCH', '/api/business/rates', { body: { hourlyRate: '75' } })
  expect(statesOf(await read())).toMatchObject({ services: 'done' })
})

it('a step that is skipped is skipped for everybody, and done when it is done after all', async () => {
  expect(statesOf(await change({ skip: 'business' }))).toEqual({ ...open, business: 'skipped' })
  await change({ skip: 'business' })
  await test.call('PATCH', '/api/business/description', { body: { name: 'Harbour Plumbing' } })
  expect(statesOf(await read())).toMatchObject({ business: 'done' })
  const unknown = await test.call('PATCH', '/api/business/setup', { body: { skip: 'everything' } })
  expect(unknown.status).toBe(400)
})

it('pages say that it goes on until it is done or dismissed', async () => {
  expect(await stateOfPage()).toEqual({ state: 'open' })
  expect(await change({ end: 'dismissed' })).toMatchObject({ ended: true })
  await change({ end: 'done' })
  expect(await stateOfPage()).toEqual({ state: '' })
})

it('leaves the version of the settings as it is, which an open form holds', async () => {
  const etag = async () => (await test.call('GET', '/api/business')).headers.get('etag')
  const before = await etag()
  await change({ skip: 'hours', end: 'dismissed' })
  expect(await etag()).toBe(before)
})
