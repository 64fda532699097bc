import { expect, it } from 'vitest'
import { eventually } from './client.ts'
import { useOffice } from './office.ts'
import { processesOf } from './product.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const staff = office.client

const worker = () => processesOf(office.product.supervisor, 'worker')[0]
const addCustomer = (lastName: string): Promise<{ id: number }> =>
  staff.create('/api/customers', {
    firstName: 'Ann',
    lastName,
    email: `${lastName}@example.test`,
    phone: '919 555 0101',
  })
const book = (customerId: number) =>
  staff.sendOnce('POST', '/api/appointments', {
    customerId,
    title: 'Painting',
    serviceType: 'Interior & Exterior Painting',
    scheduledDate: '2030-01-07T15:00:00.000Z',
  })

it('a frozen worker makes reports old, refuses no command, is said on the screen, and is replaced', async () => {
  const customer = await addCustomer('Before')
  await eventually(async () => (await book(customer.id)).status === 201)
  const { page, context } = await office.signedInByForm()

  const frozen = worker() as number
  process.kill(frozen, 'SIGSTOP')
  const late = await addCustomer('Meanwhile')
  const booked = await book(customer.id)
  expect(booked.status, booked.text).toBe(201)
  const line = page.getByText('Some figures may be a few minutes old.')
  // all at once: each waits for the worker, which is replaced soon
  await Promise.all([
    ...['/api/appointments', '/api/invoices', '/api/messages', '/api/dashboard/stats'].map(async (path) => {
      const answer = await staff.send('GET', path)
      expect([path, answer.status, answer.headers.get('x-stale-data')]).toEqual([path, 200, 'true'])
    }),
    book(late.id).then((tooEarly) => {
      expect([tooEarly.status, tooEarly.headers.get('retry-after')]).toEqual([503, '2'])
    }),
    // the change stream sends the new customer to this window, before the figures include them
    page.reload().then(() => line.waitFor()),
  ])

  await eventually(async () => worker() !== undefined && worker() !== frozen, 30_000)
  // what it prints may arrive later than the process is there
  await expect.poll(() => office.product.output()).toContain('The worker process is frozen')
  await eventually(async () => (await book(late.id)).status === 201)
  const current = await staff.send('GET', '/api/appointments')
  expect(current.headers.get('x-stale-data')).toBeNull()
  await line.waitFor({ state: 'detached', timeout: 30_000 })
  await context.close()
})
