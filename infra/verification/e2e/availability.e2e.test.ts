import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client } = office
const desk = { viewport: { width: 1440, height: 900 } }
const password = 'four words about gutters'
const reason = 'maria is off on Monday, March 3, 2031.'
let maria: number
let job: number

const invite = async (username: string, role: string): Promise<number> =>
  (await client.create('/api/team/invitations', { username, email: `${username}@example.test`, role })).id

beforeAll(async () => {
  const carla = { firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' }
  const { id: customerId } = await client.create('/api/customers', {
    ...carla,
    address: '9 Sycamore Ct, Durham',
  })
  maria = await invite('maria', 'worker')
  const plan = async (scheduledDate: string) =>
    (
      await client.create('/api/appointments', {
        ...{ customerId, title: 'General Repairs', duration: 60, estimatedPrice: '75.00' },
        ...{ scheduledDate, assigneeIds: [maria] },
      })
    ).id
  job = await plan('2031-03-03T09:00')
  await plan('2031-03-06T09:00')
})

/** A dispatcher, who may not change the settings. */
async function dispatcher() {
  const id = await invite('dora', 'dispatcher')
  const { token } = JSON.parse((await client.send('POST', `/api/team/members/${id}/link`)).text)
  const watched = await office.visitor(desk)
  const { request } = watched.context
  expect((await request.post('/api/join', { data: { token, password } })).status()).toBe(200)
  expect((await request.post('/api/login', { data: { username: 'dora', password } })).status()).toBe(200)
  return watched
}

const dialog = (page: Page) => page.getByRole('dialog')
async function openOfMaria(page: Page, item: 'Hours' | 'Time off') {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Your account: dora' }).click()
  await page.getByRole('menuitem', { name: 'Team' }).click()
  await page.getByRole('button', { name: 'Change maria' }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Hours', 'Time off'])
  await page.getByRole('menuitem', { name: item }).click()
  await dialog(page).waitFor()
}

/** Whether the job says why on its page, in its form, in the list, the calendar and the agenda. */
async function expectMarks(page: Page, isMarked: boolean) {
  const state = isMarked ? 'visible' : 'hidden'
  await page.goto(`/appointments/${job}`)
  await page.getByText('Who does it').waitFor()
  await page.getByText(reason).waitFor({ state })
  await page.goto(`/appointments/${job}/edit`)
  await page.getByLabel('maria').waitFor()
  await page.getByText(reason).waitFor({ state })
  await page.goto('/appointments')
  await page.getByText('Carla Mendes').first().waitFor()
  await page.getByRole('img', { name: reason }).or(page.getByText(reason)).first().waitFor({ state })
  for (const view of ['day', 'week&by=member', 'month', 'agenda']) {
    await page.goto(`/scheduler?view=calendar&cal=${view}&day=2031-03-03`)
    await page.getByText('Carla Mendes').first().waitFor()
    await page.getByRole('img', { name: reason }).first().waitFor({ state })
  }
}

it('a dispatcher plans time off: its jobs are listed and marked until it is dropped', async () => {
  const { page, context, complaints } = await dispatcher()
  await expectMarks(page, false)
  await openOfMaria(page, 'Time off')
  await dialog(page).getByLabel('First day off').fill('2031-03-03')
  await dialog(page).getByLabel('Last day off').fill('2031-03-04')
  const jobs = dialog(page).getByRole('list', { name: 'Jobs in this time' }).getByRole('listitem')
  await jobs.first().waitFor()
  expect(await jobs.count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Plan time off' }).click()
  await notice(page, 'The time off is planned.').waitFor()
  await dialog(page).getByRole('list', { name: 'Time off', exact: true }).waitFor()
  // the job is what it was
  expect((await client.read(`/api/appointments/${job}`)).assigneeIds).toEqual([maria])
  await expectMarks(page, true)

  await page.goto('/scheduler?view=calendar&cal=day&day=2031-03-03')
  const shaded = (lane: number) =>
    page.locator(`[data-lane="${lane}"]`).evaluate((it) => it.style.getPropertyValue('--opens'))
  await expect.poll(() => shaded(maria)).toBe('24')
  expect(await shaded(1)).toBe('8')
  expect(await axeFindings(page)).toEqual([])

  await openOfMaria(page, 'Time off')
  await dialog(page).getByText('Jobs in this time').waitFor()
  await dialog(page).getByRole('button', { name: 'Drop Mon, Mar 3, 2031' }).click()
  await notice(page, 'The time off is dropped.').waitFor()
  await expectMarks(page, false)
  expect(complaints).toEqual([])
  await context.close()
})

it('days that are typed stay while other time off is dropped, and are not lost without a question', async () => {
  const planned = { from: '2031-05-05', to: '2031-05-05' }
  await client.create(`/api/team/members/${maria}/time-off`, planned)
  const page = await office.open('/settings/team', desk)
  await page.getByRole('button', { name: 'Change maria' }).click()
  await page.getByRole('menuitem', { name: 'Time off' }).click()
  const first = dialog(page).getByLabel('First day off')
  await first.fill('2031-06-02')
  await dialog(page).getByRole('button', { name: 'Drop Mon, May 5, 2031' }).click()
  await dialog(page).getByRole('list', { name: 'Time off', exact: true }).waitFor({ state: 'detached' })
  expect(await first.inputValue()).toBe('2031-06-02')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 450),
    () => dialog(page).getByRole('button', { name: 'Done' }).click(),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await first.inputValue()).toBe('2031-06-02')
  }
  await dialog(page).getByRole('button', { name: 'Plan time off' }).click()
  await notice(page, 'The time off is planned.').waitFor()
  await expect.poll(() => first.inputValue()).toBe('')
  // what is planned is no loss
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  const [dropped] = (await client.read('/api/team/availability')).find(
    (it: { memberId: number }) => it.memberId === maria,
  ).timeOff
  await client.send('DELETE', `/api/team/members/${maria}/time-off/${dropped.id}`)
})

it('hours of a member are set as those of the business are, and taken back', async () => {
  const page = await office.open('/settings/team', desk)
  const open = async () => {
    await page.getByRole('button', { name: 'Change maria' }).click()
    await page.getByRole('menuitem', { name: 'Hours' }).click()
    await dialog(page).waitFor()
  }
  await open()
  const isOfBusiness = dialog(page).getByLabel('The hours of the business')
  await isOfBusiness.uncheck()
  await dialog(page).getByLabel('Monday from').fill('10:30')
  await dialog(page).getByLabel('Monday to').fill('09:00')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('The day ends before it begins').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog(page).getByLabel('Monday to').fill('15:00')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The hours of maria are set.').waitFor()
  await page.goto(`/appointments/${job}`)
  await page.getByText('maria works from 10:30 AM to 3:00 PM').waitFor()
  await page.goto('/settings/team')
  await open()
  await isOfBusiness.check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The hours of maria are set.').waitFor()
  const [own] = await client
    .read('/api/team/availability')
    .then((all) => all.filter((it: { memberId: number }) => it.memberId === maria))
  expect(own).toEqual({ memberId: maria, week: null, timeOff: [], etag: expect.any(String) })
})

it('who is deactivated is asked about with the jobs to come, which another member has then', async () => {
  const tom = await invite('tom', 'worker')
  const page = await office.open('/settings/team', desk)
  // who has not joined is revoked instead
  const { token } = JSON.parse((await client.send('POST', `/api/team/members/${maria}/link`)).text)
  const visitor = await office.visitor()
  const joined = await visitor.context.request.post('/api/join', { data: { token, password } })
  expect(joined.status()).toBe(200)
  await visitor.context.close()
  // also what is for any time of a day whose work began
  const { customerId } = await client.read(`/api/appointments/${job}`)
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  await client.create('/api/appointments', {
    ...{ customerId, title: 'General Repairs', scheduledDate: `${today}T00:00`, anytime: true },
    assigneeIds: [maria],
  })
  await page.reload()
  await page.getByRole('button', { name: 'Change maria' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const successor = dialog(page).getByLabel('Who does the 3 jobs that they are planned for?')
  await successor.selectOption('tom')
  expect(await axeFindings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await notice(page, 'maria is signed out.').waitFor()
  const assignees = async () =>
    (await client.read('/api/appointments')).map((it: { assigneeIds: number[] }) => it.assigneeIds)
  await expect.poll(assignees).toEqual([[tom], [tom], [tom]])
  await page.goto(`/appointments/${job}`)
  await page.getByText('tom', { exact: true }).waitFor()
})
