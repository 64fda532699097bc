import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { notice, phoneSize } from './browser.ts'
import { moveToNoon } from './noon.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, open } = office
const desk = { viewport: { width: 1440, height: 900 } }
const dialog = (page: Page) => page.getByRole('dialog')
let zone: string
/** A day at the business, so many after today. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: zone })

/** The owner invites a member, who joins by the link in a browser of their own. */
async function join(owner: Page, name: string, role: string, options: object, first: string) {
  await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog(owner).getByLabel('Name').fill(name)
  await dialog(owner).getByLabel('Email').fill(`${name}@example.test`)
  await dialog(owner).getByLabel('Role').selectOption(role)
  await dialog(owner).getByRole('button', { name: 'Invite' }).click()
  const link = await dialog(owner).getByLabel('Link', { exact: true }).inputValue()
  await dialog(owner).getByRole('button', { name: 'Done' }).click()
  const watched = await office.visitor(options)
  await watched.page.goto(link)
  await watched.page.getByLabel('New password', { exact: true }).fill('four words about gutters')
  await watched.page.getByRole('button', { name: 'Join and sign in' }).click()
  await watched.page.getByRole('heading', { level: 1, name: first }).waitFor()
  return watched
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

/** Drags a block of the day into the lane of another member, later by so many hours. */
async function drag(page: Page, block: Locator, lane: Locator, hours: number) {
  await block.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(block)
  const target = await boxOf(lane)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 10, y + height / 2)
  await page.mouse.move(target.x + target.width / 2, y + height * (hours + 0.5), { steps: 4 })
  await page.mouse.up()
}

it('two dispatchers and two workers work a day together: assign, drag, move, collide, start, complete, leave', async () => {
  zone = await moveToNoon(client)
  const carla = { firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' }
  const customerId = (await client.create('/api/customers', { ...carla, address: '9 Sycamore Ct, Durham' }))
    .id
  const owner = await open('/settings/team', desk)
  const dora = await join(owner, 'dora', 'Dispatcher', desk, 'Business Dashboard')
  const dirk = await join(owner, 'dirk', 'Dispatcher', desk, 'Business Dashboard')
  const maria = await join(owner, 'maria', 'Worker', phoneSize, 'My Day')
  const sam = await join(owner, 'sam', 'Worker', phoneSize, 'My Day')
  const browsers = [dora, dirk, maria, sam]
  const members = await client.read('/api/team/members')
  const idOf = (name: string) => members.find((it: { name: string }) => it.name === name).id
  const row = ({ page }: typeof maria, title: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  const crewOf = async (id: number) => (await client.read(`/api/appointments/${id}`)).assigneeIds

  // dora gives maria a job, which is on her phone without anything being done there
  await maria.page.getByText('No jobs today').waitFor()
  await dora.page.goto(`/appointments/new?customerId=${customerId}&date=${dayIn(0)}&time=09:00`)
  await dora.page.getByLabel('Service type').selectOption('General Repairs')
  await dora.page.getByRole('group', { name: 'Who does it' }).getByLabel('maria').check()
  await dora.page.getByLabel('Hourly rate ($)').fill('75')
  await dora.page.getByLabel('Estimated hours').fill('1')
  await expect.poll(() => dora.page.getByLabel('Address').inputValue()).not.toBe('')
  await dora.page.getByRole('button', { name: 'Schedule Appointment' }).click()
  await notice(dora.page, 'Appointment scheduled successfully').waitFor()
  await row(maria, 'General Repairs').waitFor()
  const [job] = await client.read(`/api/appointments?assignee=${idOf('maria')}`)

  // dirk drags it to sam, an hour later
  await dirk.page.goto(`/scheduler?view=calendar&cal=day&day=${dayIn(0)}`)
  const block = dirk.page.locator(
    `[data-lane="${idOf('maria')}"] [data-appointment="${job.id}"]:not([data-held])`,
  )
  await block.waitFor()
  await drag(dirk.page, block, dirk.page.locator(`[data-lane="${idOf('sam')}"]`), 1)
  await notice(dirk.page, 'Given to sam').waitFor()
  await row(sam, 'General Repairs').getByText('10:00 AM').first().waitFor()
  await maria.page.getByText('No jobs today').waitFor()

  // both dispatchers change who does it at once: the second sees whose job the first made it
  await dora.page.goto(`/appointments/${job.id}/edit`)
  const crew = dora.page.getByRole('group', { name: 'Who does it' })
  await crew.getByLabel('owner').check()
  const held = dirk.page.locator(
    `[data-lane="${idOf('sam')}"] [data-appointment="${job.id}"]:not([data-held])`,
  )
  await drag(dirk.page, held, dirk.page.locator(`[data-lane="${idOf('maria')}"]`), 0)
  await notice(dirk.page, 'Given to maria').waitFor()
  await dora.page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = dora.page.locator('[data-conflict=assigneeIds]')
  await conflict.getByText('maria').waitFor()
  expect(await crewOf(job.id)).toEqual([idOf('maria')])
  await conflict.getByRole('button', { name: 'Keep theirs' }).click()
  expect(await crew.getByRole('checkbox', { checked: true }).count()).toBe(1)
  dora.complaints.splice(0)
  await dora.page.goto('/appointments')

  // maria does it, and the dispatchers see how far it is
  await row(maria, 'General Repairs').waitFor()
  await expect.poll(() => row(sam, 'General Repairs').count()).toBe(0)
  await row(maria, 'General Repairs')
    .getByRole('button', { name: /^Start job/ })
    .click()
  await notice(maria.page, 'Job started.').waitFor()
  await dora.page.getByText('In Progress').filter({ visible: true }).first().waitFor()
  await row(maria, 'General Repairs')
    .getByRole('button', { name: /^Complete job/ })
    .click()
  await dialog(maria.page).getByRole('button', { name: 'Complete job' }).click()
  await notice(maria.page, 'Job completed.').waitFor()
  await dora.page.getByText('Completed').filter({ visible: true }).first().waitFor()

  // sam leaves: his browser is signed out, and maria has his job of tomorrow
  const next = await client.create('/api/appointments', {
    ...{ customerId, title: 'Carpentry', duration: 60, estimatedPrice: '75.00' },
    ...{ scheduledDate: `${dayIn(1)}T09:00`, assigneeIds: [idOf('sam')] },
  })
  await owner.getByRole('button', { name: 'Change sam' }).click()
  await owner.getByRole('menuitem', { name: 'Deactivate' }).click()
  await dialog(owner)
    .getByLabel(/^Who does the 1 job/)
    .selectOption('maria')
  await dialog(owner).getByRole('button', { name: 'Deactivate' }).click()
  await sam.page.getByRole('button', { name: 'Sign In' }).waitFor()
  await expect.poll(() => crewOf(next.id)).toEqual([idOf('maria')])
  await maria.page.getByRole('button', { name: 'Tomorrow' }).click()
  await row(maria, 'Carpentry').waitFor()

  // the browser says that sam was signed out
  sam.complaints.splice(0)
  expect(browsers.map(({ complaints }) => complaints)).toEqual([[], [], [], []])
  for (const { context } of browsers) await context.close()
})
