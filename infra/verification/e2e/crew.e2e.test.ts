import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open, close } = useOffice({ DEMO_DATA: 'off' })
const desk = { viewport: { width: 1440, height: 900 } }
let customerId: number
let maria: number

const schedule = (form: object) =>
  client.create('/api/appointments', {
    ...{ customerId, title: 'General Repairs', duration: 60, estimatedPrice: '75.00' },
    ...form,
  })

beforeAll(async () => {
  const carla = { firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' }
  customerId = (await client.create('/api/customers', { ...carla, address: '9 Sycamore Ct, Durham' })).id
})

const fill = async (page: Page) => {
  await page.getByLabel('Hourly rate ($)').fill('75')
  await page.getByLabel('Estimated hours').fill('1')
}

it('who works alone is asked nothing about a team', async () => {
  const page = await open('/appointments/new', desk)
  await fill(page)
  expect(await page.getByRole('group', { name: 'Who does it' }).count()).toBe(0)
})

it.each([
  ['a phone', phoneSize],
  ['a desk', desk],
])('on %s a job is given to a member, found by who does it, and given to another', async (_, options) => {
  maria ??= (
    await client.create('/api/team/invitations', {
      username: 'maria',
      email: 'maria@example.test',
      role: 'worker',
    })
  ).id
  const page = await open(`/appointments/new?customerId=${customerId}&date=2030-11-25&time=09:00`, options)
  await page.getByLabel('Service type').selectOption('General Repairs')
  const crew = page.getByRole('group', { name: 'Who does it' })
  await crew.getByLabel('maria').check()
  await fill(page)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  await notice(page, 'Appointment scheduled successfully').waitFor()
  const [job] = await client.read(`/api/appointments?assignee=${maria}&sort=latest`)
  expect(job.assigneeIds).toEqual([maria])

  const shown = page.getByRole('main').getByText('maria').filter({ visible: true })
  await page.goto('/appointments')
  await shown.first().waitFor()
  await page.goto('/appointments?assignee=none')
  await shown.first().waitFor({ state: 'hidden' })
  await page.goto(`/appointments?assignee=${maria}`)
  await shown.first().waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.goto(`/appointments/${job.id}`)
  await page.getByText('Who does it').waitFor()
  await page.goto(`/appointments/${job.id}/edit`)
  await crew.getByLabel('maria').uncheck()
  await crew.getByLabel('owner').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await notice(page, 'Appointment has been updated successfully.').waitFor()
  expect((await client.read(`/api/appointments/${job.id}`)).assigneeIds).toEqual([1])
  await page.goto(`/appointments/${job.id}`)
  await page.getByText('History', { exact: true }).click()
  await page.getByText('Assigned to owner').waitFor()
  // a page that shows the job would ask for it once more
  await close(page)
  await client.send('DELETE', `/api/appointments/${job.id}`)
})

it('a form warns of the jobs of the same crew alone', async () => {
  await schedule({ scheduledDate: '2030-12-02T09:00', assigneeIds: [maria] })
  const page = await open(`/appointments/new?customerId=${customerId}&date=2030-12-02&time=09:00`, desk)
  await fill(page)
  const warning = page.getByText('You already have appointments at this time')
  const crew = page.getByRole('group', { name: 'Who does it' })
  await crew.getByLabel('maria').check()
  await warning.waitFor()
  await crew.getByLabel('maria').uncheck()
  await crew.getByLabel('owner').check()
  await warning.waitFor({ state: 'hidden' })
})

it('two people who change a job at once see by name what the other did', async () => {
  const { id } = await schedule({ scheduledDate: '2030-12-03T09:00' })
  const page = await open(`/appointments/${id}/edit`, desk)
  const crew = page.getByRole('group', { name: 'Who does it' })
  await crew.getByLabel('owner').check()
  await client.send('PUT', `/api/appointments/${id}`, { assigneeIds: [maria] })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('maria', { exact: false }).first().waitFor()
  expect((await client.read(`/api/appointments/${id}`)).assigneeIds).toEqual([maria])
  await close(page, '412')
})

it('the list shows the jobs of whom is chosen', async () => {
  await schedule({ scheduledDate: '2030-12-04T09:00', title: 'Painting & Finishing', assigneeIds: [1] })
  const page = await open('/appointments', desk)
  const jobs = page.getByRole('link', { name: /Painting/ })
  await jobs.first().waitFor()
  await page.getByLabel('Who').selectOption('maria')
  await jobs.first().waitFor({ state: 'hidden' })
  await page.getByLabel('Who').selectOption('owner')
  await jobs.first().waitFor()
  expect(new URL(page.url()).searchParams.get('assignee')).toBe('1')
})
