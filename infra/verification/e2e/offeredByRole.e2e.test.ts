import { expect, it } from 'vitest'
import { settled } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({})
const { client } = office

/** One of each kind of page: numbers and parameters apart, an address is the same one. */
const kindOf = (url: URL) =>
  `${url.pathname.replaceAll(/\d+/g, ':id')}?${[...url.searchParams.keys()].sort().join('&')}`

/** Of the page that a customer sees. */
const isFile = /^\/view-as-customer\/\w+\/\d+\/./

/** A member of the team in a profile of their own. */
async function join(role: string, username = role) {
  const email = `${username}@example.test`
  const { id } = await client.create('/api/team/invitations', { username, email, role })
  const { token } = JSON.parse((await client.send('POST', `/api/team/members/${id}/link`)).text)
  const { page, context } = await office.visitor()
  const password = 'four words about gutters'
  expect((await context.request.post('/api/join', { data: { token, password } })).status()).toBe(200)
  return { id, page, context }
}

it.each(['dispatcher', 'bookkeeper', 'worker'])(
  'no page of a %s leads to one that the role does not allow, or asks for what it may not have',
  async (role) => {
    const { id, page, context } = await join(role)
    for (const job of (await client.read('/api/appointments?limit=12')) as { id: number }[])
      await client.send('PUT', `/api/appointments/${job.id}`, { assigneeIds: [id] })
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${answer.url()}`)
    })
    const waiting = ['/dashboard']
    const seen = new Set<string>()
    while (waiting.length > 0) {
      const path = waiting.shift() as string
      // a file is saved and not shown
      if (isFile.test(path)) {
        if (!(await context.request.get(path)).ok()) refused.push(`${path} is offered`)
        continue
      }
      await page.goto(path)
      await settled(page)
      const isRefused = await page.getByText('Your role does not allow this').count()
      if (isRefused) refused.push(`${path} is offered`)
      const hrefs = await page
        .locator('a[href^="/"]')
        .evaluateAll((links) => links.map((it) => it.getAttribute('href')))
      for (const href of hrefs) {
        const url = new URL(href as string, office.url)
        if (url.pathname === '/' || url.pathname.startsWith('/api/')) continue
        const kind = kindOf(url)
        if (seen.has(kind)) continue
        seen.add(kind)
        waiting.push(url.pathname + url.search)
      }
    }
    expect(refused).toEqual([])
    await context.close()
  },
)

it('who answers requests, and may neither change customers nor plan jobs, is offered neither', async () => {
  const { id, page, context } = await join('dispatcher', 'rita')
  const denied = ['customers.edit', 'schedule.all.edit', 'messages.own', 'messages.all']
  await client.send('PATCH', `/api/team/members/${id}/role`, { role: 'dispatcher', denied })
  const offered = (name: RegExp) => page.getByRole('button', { name }).count()
  await page.goto('/crm')
  await page.getByRole('row').nth(1).waitFor()
  expect(await offered(/^(Add Customer|Edit |Message )/)).toBe(0)
  const [lead] = await client.read('/api/leads?status=new')
  await page.goto(`/crm?tab=leads&lead=${lead.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Convert' }).waitFor()
  expect(await offered(/^Book a job/)).toBe(0)
  await context.close()
})

it('a dispatcher sees the invoices of a customer, and is not offered to send them or reminders', async () => {
  const [{ customerId }] = await client.read('/api/invoices?status=overdue')
  const { page, context } = await join('dispatcher', 'dora')
  await page.goto(`/customers/${customerId}/invoices`)
  await settled(page)
  await page
    .getByRole('link', { name: /^View Details of invoice/ })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: /^Send (Invoice|Reminder)/ }).count()).toBe(0)
  await context.close()
})

/** A page, and the calls of it that were refused. */
async function watched(role: string, username: string) {
  const member = await join(role, username)
  const refused: string[] = []
  member.page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`)
  })
  return { ...member, refused }
}

/** A job of tomorrow evening that a member has. */
async function plan(assigneeId: number) {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const [{ customerId }] = await client.read('/api/appointments?limit=1')
  const { id } = await client.create('/api/appointments', {
    ...{ customerId, title: 'Hang a door', scheduledDate: `${day}T18:00:00.000Z`, duration: 60 },
    ...{ estimatedPrice: '90.00', assigneeIds: [assigneeId] },
  })
  return { id, day, customerId }
}

it('a bookkeeper sees the jobs of the team and invoices them, and is offered no step of one and no note', async () => {
  const { id, page, context, refused } = await watched('bookkeeper', 'bea')
  const job = await plan(id)
  const offered: string[] = []
  const look = async () => {
    await settled(page)
    const steps = page
      .getByRole('main')
      .locator('a, button')
      .filter({ hasText: /^(On my way|Start job|Complete)/ })
    offered.push(...(await steps.allInnerTexts()))
    if ((await page.getByRole('button', { name: /^Note/ }).count()) > 0) offered.push('Note')
  }
  for (const status of ['scheduled', 'in_progress']) {
    await client.send('PUT', `/api/appointments/${job.id}`, { status })
    await page.goto(`/my-day?day=${job.day}`)
    const row = page.getByRole('listitem').filter({ hasText: 'Hang a door' })
    await row.getByText(status === 'scheduled' ? /^in \d/ : 'In Progress').waitFor()
    await look()
    await page.goto(`/appointments/${job.id}`)
    await look()
  }
  expect(offered).toEqual([])
  expect(await page.locator('[data-bottom-bar]').isVisible()).toBe(false)
  await client.send('PUT', `/api/appointments/${job.id}`, { status: 'completed' })
  await page.getByRole('button', { name: 'Invoice this job' }).waitFor()
  expect(refused).toEqual([])
  await context.close()
})

it('a worker writes to their customers, and is offered nothing else of messages', async () => {
  const { id, page, context, refused } = await watched('worker', 'will')
  const { customerId } = await plan(id)
  await client.create('/api/messages', { customerId, type: 'sms', content: 'We are on our way' })
  const path = `/api/messages/customer/${customerId}`
  await expect.poll(async () => (await context.request.get(path)).status()).toBe(200)
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const [message] = await response.json()
    const sent = { ...message, direction: 'outbound', type: 'sms' }
    const failed = { ...sent, status: 'failed' }
    const goesOutAt = new Date(Date.now() + 3_600_000).toISOString()
    await route.fulfill({
      response,
      json: [
        { ...failed, id: 9_001, content: 'It failed' },
        { ...failed, id: 9_002, content: 'It was cancelled', cancelled: true },
        { ...sent, id: 9_003, content: 'It waits', goesOutAt, waiting: { etag: '"1"', refusal: null } },
      ],
    })
  })
  await page.route(`**${path}/consent`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), sms: true, smsHold: 'doubt' } })
  })
  await page.goto(`/messages?customer=${customerId}`)
  await page.getByText('It waits', { exact: true }).waitFor()
  await page.getByText('This customer may have asked for no more SMS.').waitFor()
  await settled(page)
  const actions = page.getByRole('button', { name: /^(Send again|Send now|Cancel|Stop SMS|Keep SMS)/ })
  expect(await actions.allInnerTexts()).toEqual([])
  await page.getByRole('button', { name: 'Contact preferences' }).click()
  const sms = page.getByRole('dialog').getByRole('switch', { name: /^SMS/ })
  await sms.waitFor()
  expect([await sms.isChecked(), await sms.isDisabled()]).toEqual([true, true])
  expect(refused).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

it('a manager reads whether reminders are sent, and is not offered to change it', async () => {
  const { page, context, refused } = await watched('manager', 'mona')
  await page.goto('/messages?panel=reminders')
  const reminders = page.getByRole('dialog').getByRole('switch', { name: /^Remind customers/ })
  await reminders.waitFor()
  expect([await reminders.isChecked(), await reminders.isDisabled()]).toEqual([true, true])
  await page.getByText('To change this, ask the owner of the business.').waitFor()
  expect(refused).toEqual([])
  await context.close()
})
