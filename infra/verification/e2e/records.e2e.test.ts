import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { receiveSms, smsProviderEnv } from './inboundSms.ts'
import { useOffice } from './office.ts'
import { openPalette, paletteOf } from './palette.ts'

const office = useOffice({ DEMO_DATA: 'off', ...smsProviderEnv })
const { client, open } = office

type Answer = { id: number }
/** What two customers each have. */
type Records = Record<
  'customer' | 'scheduled' | 'running' | 'owed' | 'paid' | 'draft' | 'drafted' | 'sent' | 'lead' | 'contact',
  number
> & { name: string; note: string; address: string }

let ann: Records
let bob: Records

async function createRecords(firstName: string, day: string, phone: string): Promise<Records> {
  const create = (path: string, body: object): Promise<Answer> => client.create(path, body)
  const address = `1 ${firstName} Street`
  const person = { firstName, lastName: 'Lee', email: `${firstName}@example.test`, phone }
  const { id: customerId } = await create('/api/customers', { ...person, address })
  const note = `Note about ${firstName}`
  const job = {
    customerId,
    scheduledDate: `${day}T10:00`,
    duration: 60,
    estimatedPrice: '100',
    notes: note,
    description: note,
  }
  const scheduled = await create('/api/appointments', { ...job, title: 'General Repairs' })
  const running = await create('/api/appointments', { ...job, title: 'Fencing' })
  await client.send('PUT', `/api/appointments/${running.id}`, { status: 'in_progress' })
  const invoice = { customerId, description: `Work for ${firstName}`, amount: '100' }
  const owed = await create('/api/invoices', invoice)
  const paid = await create('/api/invoices', invoice)
  await create(`/api/invoices/${paid.id}/payments`, { method: 'cash' })
  const draft = await create('/api/invoices', { ...invoice, status: 'draft' })
  const options = [{ id: 1, lines: [{ description: note, unitPrice: '100' }] }]
  const quote = { customerId, title: `Quote for ${firstName}`, options }
  const drafted = await create('/api/quotes', quote)
  const sent = await create('/api/quotes', quote)
  await create(`/api/quotes/${sent.id}/send`, { channel: 'in_person' })
  const lead = await create('/api/leads', { ...person, lastName: 'Asks', phone: `${phone}9` })
  return {
    name: `${firstName} Lee`,
    note,
    address,
    customer: customerId,
    scheduled: scheduled.id,
    running: running.id,
    owed: owed.id,
    paid: paid.id,
    draft: draft.id,
    drafted: drafted.id,
    sent: sent.id,
    lead: lead.id,
    contact: 0,
  }
}

beforeAll(async () => {
  ann = await createRecords('Ann', '2031-03-03', '919 555 0101')
  bob = await createRecords('Bob', '2031-04-04', '919 555 0102')
  for (const number of ['+19195550177', '+19195550178']) await receiveSms(office.url, number, 'Hello?')
  const contacts: (Answer & { phone: string })[] = await client.read('/api/messages/unknown')
  const contactOf = (ending: string) => contacts.find((it) => it.phone.endsWith(ending))?.id ?? 0
  ann.contact = contactOf('77')
  bob.contact = contactOf('78')
})

/** Goes to an address as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: to }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** Goes to a page by its name among the recent ones of the palette, which opens over everything. */
async function followRecent(page: Page, path: string): Promise<void> {
  await openPalette(page)
  const recent = paletteOf(page).getByRole('group', { name: 'Recent' })
  await recent.locator(`[role=option][href="${path}"]`).click()
}

type Overlay = {
  /** The file of the dialog or drawer. */
  file: string
  /** The page it is opened on. */
  at: (records: Records) => string
  /** What opens it there; nothing where the address does. */
  open?: (page: Page) => Promise<unknown>
  /** What it is called while it is open. */
  name: string | RegExp | ((records: Records) => string)
  /** A button that it has once its record is loaded. */
  button?: string
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click()
const inAppointment = (kind: 'scheduled' | 'running') => (it: Records) => `/appointments/${it[kind]}`
const inInvoice = (kind: 'owed' | 'paid' | 'draft') => (it: Records) => `/invoices?invoice=${it[kind]}`
const inQuote = (kind: 'drafted' | 'sent') => (it: Records) => `/quotes/${it[kind]}`
const inCustomer = (it: Records) => `/customers?customer=${it.customer}`
const inLead = (it: Records) => `/crm?tab=leads&lead=${it.lead}`

const overlays: readonly Overlay[] = [
  {
    file: 'mfe-billing/src/invoices/InvoiceDrawer.tsx',
    at: inInvoice('owed'),
    name: (it) => `Invoice #${it.owed}`,
  },
  {
    file: 'mfe-billing/src/invoices/PaymentDialog.tsx',
    at: inInvoice('owed'),
    open: press('Process Payment'),
    name: 'Process Payment',
    button: 'Record payment',
  },
  {
    file: 'mfe-billing/src/invoices/ReminderDialog.tsx',
    at: inInvoice('owed'),
    open: press('Send Reminder'),
    name: 'Send Reminder',
  },
  {
    file: 'mfe-billing/src/invoices/RefundDialog.tsx',
    at: inInvoice('paid'),
    open: press(/^Refund/),
    name: 'Refund',
    button: 'Record refund',
  },
  {
    file: 'mfe-billing/src/quotes/AnswerDialogs.tsx',
    at: inQuote('sent'),
    open: press('Approve for the customer'),
    name: 'Approve for the customer',
    button: 'Approve $100.00',
  },
  // a question is asked from many places, and leaves with the page it was asked on
  {
    file: 'shell/ui/src/ConfirmDialog.tsx',
    at: inInvoice('owed'),
    open: press('Void'),
    name: 'Void this invoice?',
  },
  {
    file: 'mfe-scheduling/src/texts/TextCustomerDialog.tsx',
    at: inAppointment('scheduled'),
    open: press('On my way'),
    name: 'On my way',
    button: 'Send',
  },
  {
    file: 'mfe-scheduling/src/job/CompleteJobDialog.tsx',
    at: inAppointment('running'),
    open: press('Complete job'),
    name: 'Complete job',
    button: 'Complete job',
  },
  {
    file: 'mfe-crm/src/customers/CustomerDrawer.tsx',
    at: inCustomer,
    name: (it) => it.name,
  },
  {
    file: 'mfe-crm/src/customers/CustomerDialog.tsx',
    at: inCustomer,
    open: press('Edit'),
    name: 'Edit Customer',
    button: 'Save',
  },
  {
    file: 'mfe-crm/src/merge/MergeDialog.tsx',
    at: inCustomer,
    open: press('Merge with…'),
    name: 'Merge customers',
  },
  {
    file: 'mfe-crm/src/leads/LeadDrawer.tsx',
    at: inLead,
    name: (it) => it.name.replace('Lee', 'Asks'),
    button: 'Convert',
  },
  {
    file: 'mfe-crm/src/leads/LeadContactDialog.tsx',
    at: inLead,
    open: press('Edit contact'),
    name: 'Edit Contact',
    button: 'Save',
  },
  {
    file: 'mfe-crm/src/leads/LeadDialog.tsx',
    at: inLead,
    open: press('Edit'),
    name: 'Edit Lead',
    button: 'Save',
  },
  {
    file: 'mfe-messaging/src/messages/AssignDialog.tsx',
    at: (it) => `/messages?contact=${it.contact}`,
    open: press('This is …'),
    name: 'This is …',
  },
]

/** Dialogs that no record belongs to, and those that other tests walk, each with the reason. */
const others: Record<string, string> = {
  'mfe-billing/src/invoices/InvoiceJobDialog.tsx': 'opens in place of the dialog that completes a job',
  'mfe-billing/src/invoices/InvoiceRestDialog.tsx': 'opens in place of the dialog that invoices a job',
  'mfe-billing/src/priceBook/ChangePricesDialog.tsx': 'of a list',
  'mfe-billing/src/priceBook/PriceItemDialog.tsx': 'of a list',
  'mfe-billing/src/quotes/SendQuoteDialog.tsx': 'the address names its quote, and it leaves with it',
  'mfe-billing/src/invoices/SendManyDialog.tsx': 'names the invoices it sends, from a list',
  'mfe-crm/src/RecordDrawer.tsx': 'walked as the drawers of customers and leads',
  'mfe-crm/src/import/ImportDialog.tsx': 'of a list',
  'mfe-crm/src/leads/ConvertDialog.tsx': 'the address names its lead, and it leaves with it',
  'mfe-crm/src/leads/NewLeadDialog.tsx': 'of a list',
  'mfe-messaging/src/messages/ConsentDrawer.tsx': 'the address opens it, in the conversation of its customer',
  'mfe-messaging/src/messages/CustomerDetails.tsx': 'the address opens it, and it only shows',
  'mfe-messaging/src/messages/InvoiceChoice.tsx': 'walked with its templates',
  'mfe-messaging/src/messages/NewMessageDialog.tsx': 'asks for its customer',
  'mfe-messaging/src/reminders/RemindersDrawer.tsx': 'of a list',
  'mfe-scheduling/src/feeds/CalendarLinksDialog.tsx': 'of the user',
  'mfe-scheduling/src/job/NoteDialog.tsx': 'of a list',
  'shell/src/dashboard/ActivityDrawer.tsx': 'of a list',
  'shell/src/demonstration/EmptyBook.tsx': 'of the whole book',
  'shell/src/layout/ConfirmPassword.tsx': 'of the session',
  'shell/src/layout/ShortcutList.tsx': 'of every page',
  'shell/src/settings/EstimateOptionsSection.tsx': 'of a list',
  'shell/src/settings/LandingSection.tsx': 'of a list',
  'shell/src/settings/Photos.tsx': 'of a list',
  'shell/src/settings/ServiceDialog.tsx': 'of a list',
  'shell/src/settings/TaxSection.tsx': 'of a list',
  'shell/src/settings/TextDialog.tsx': 'of a list',
  'shell/src/settings/team/DeactivateDialog.tsx': 'of a list',
  'shell/src/settings/team/HoursDialog.tsx': 'of a list',
  'shell/src/settings/team/LinkDialog.tsx': 'of a list',
  'shell/src/settings/team/MemberDialogs.tsx': 'of a list',
  'shell/src/settings/team/MemberHistoryDialog.tsx': 'of a list',
  'shell/src/settings/team/TimeOffDialog.tsx': 'of a list',
  'shell/src/settings/useSenderActions.tsx': 'of the settings',
}

const root = resolve(import.meta.dirname, '../../..')

it('every file with a dialog or a drawer is walked here, or has no record', () => {
  const files = globSync(['shell/src/**/*.tsx', 'shell/ui/src/ConfirmDialog.tsx', 'mfe-*/src/**/*.tsx'], {
    cwd: root,
  }).filter((file) =>
    /<(Dialog|Drawer|FormDialog|RecordDialog|RecordDrawer)\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(files.sort()).toEqual([...overlays.map(({ file }) => file), ...Object.keys(others)].sort())
})

describe('what is open on a record leaves with it, by Back, Forward, the palette and Recent', () => {
  it.each(overlays)('$file', async ({ at, open: openOverlay, name, button }) => {
    const overlayOf = (page: Page, records: Records) =>
      page.locator('[data-layer]:not([data-leaving])').getByRole('heading', {
        level: 2,
        exact: true,
        name: typeof name === 'function' ? name(records) : name,
      })
    const page = await open(at(ann))
    const isAt = (records: Records) => page.waitForURL((url) => url.pathname + url.search === at(records))
    const show = async (records: Records) => {
      await isAt(records)
      await openOverlay?.(page)
      const overlay = overlayOf(page, records)
      // what was pressed may have been the record before, with which its dialog left
      await overlay.waitFor({ timeout: 15_000 }).catch(() => openOverlay?.(page))
      await overlay.waitFor()
      if (button) await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).waitFor()
    }
    const hasLeft = (records: Records) => overlayOf(page, records).waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await show(ann)
    await follow(page, at(bob))
    await hasLeft(ann)
    await show(bob)
    await page.goBack()
    await isAt(ann)
    await hasLeft(bob)
    await show(ann)
    await page.goForward()
    await isAt(bob)
    await hasLeft(ann)
    await show(bob)
    // the palette knows no numbers without a customer
    if (at(ann).includes('contact=')) return
    await followRecent(page, at(ann))
    await isAt(ann)
    await hasLeft(bob)
  })
})

describe('a page shows the record of its address, by Back, Forward and Recent', () => {
  it.each<[path: string, at: (it: Records) => string, text: (it: Records) => string]>([
    ['/appointments/:id', inAppointment('scheduled'), ({ note }) => note],
    ['/appointments/:id/edit', (it) => `/appointments/${it.scheduled}/edit`, ({ note }) => note],
    ['/customers/:id/appointments', (it) => `/customers/${it.customer}/appointments`, ({ name }) => name],
    ['/customers/:id/invoices', (it) => `/customers/${it.customer}/invoices`, ({ name }) => name],
    ['/quotes/:id', inQuote('sent'), ({ note }) => note],
    ['/quotes/:id/edit', (it) => `/quotes/${it.drafted}/edit`, ({ note }) => note],
    [
      '/invoices/new',
      (it) => `/invoices/new?customerId=${it.customer}&appointmentId=${it.running}`,
      ({ note }) => note,
    ],
    ['/appointments/new', (it) => `/appointments/new?customerId=${it.customer}`, ({ address }) => address],
  ])('%s', async (_, at, text) => {
    const page = await open(at(ann))
    const shows = async (records: Records, others: Records) => {
      await expect.poll(() => contentOf(page)).toContain(text(records))
      expect(await contentOf(page)).not.toContain(text(others))
    }
    await shows(ann, bob)
    await follow(page, at(bob))
    await shows(bob, ann)
    await page.goBack()
    await shows(ann, bob)
    await page.goForward()
    await shows(bob, ann)
  })
})

/** The words of a page, with what its fields hold. */
const contentOf = (page: Page): Promise<string> =>
  page.locator('main').evaluate((it) => {
    const main = it as HTMLElement
    const fields = [...main.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [main.innerText, ...fields].join('\n')
  })

it('every path of a micro-frontend that names a record is walked here', () => {
  const paths = globSync('mfe-*/mfe.json', { cwd: root }).flatMap(
    (file): string[] => JSON.parse(readFileSync(join(root, file), 'utf8')).paths,
  )
  expect(paths.filter((path) => path.includes(':id')).sort()).toEqual([
    '/appointments/:id',
    '/appointments/:id/edit',
    '/customers/:id/appointments',
    '/customers/:id/invoices',
    '/quotes/:id',
    '/quotes/:id/edit',
  ])
})

it('what was discarded in the form of one appointment is not in the form of another', async () => {
  const page = await open(`/appointments/${ann.scheduled}/edit`)
  await page.getByRole('textbox', { name: 'Internal notes' }).fill('Gate code 4412')
  await follow(page, `/appointments/${bob.scheduled}/edit`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(`**/appointments/${bob.scheduled}/edit`)
  await expect.poll(() => contentOf(page)).toContain(bob.note)
  expect(await contentOf(page)).not.toContain('4412')
})

it('Undo takes back the job that was started, whatever page is open by then', async () => {
  const page = await open(`/appointments/${ann.scheduled}`)
  await press('Start job')(page)
  const undo = page.locator('[data-toasts]').getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await follow(page, `/appointments/${bob.running}`)
  await page.getByRole('button', { name: 'Complete job' }).waitFor()
  await undo.click()
  const statusOf = async (id: number) => (await client.read(`/api/appointments/${id}`)).status
  await expect.poll(() => statusOf(ann.scheduled)).toBe('scheduled')
  expect(await statusOf(bob.running)).toBe('in_progress')
})

it('a new invoice for the customer in view does not keep the job of the address before', async () => {
  const page = await open(`/invoices/new?customerId=${ann.customer}&appointmentId=${ann.scheduled}`)
  const description = page.getByRole('textbox', { name: 'Description' }).first()
  await expect.poll(() => description.inputValue()).toContain('General Repairs')
  await page.getByRole('heading', { level: 1 }).click()
  // within a second
  await page.evaluate(() => {
    for (const key of 'ni') window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  })
  await page.waitForURL((url) => url.pathname + url.search === `/invoices/new?customerId=${ann.customer}`)
  await expect.poll(() => description.inputValue()).toBe('')
  expect(await page.getByRole('combobox', { name: 'Appointment' }).inputValue()).toBe('')
})

it('a save that is answered late leaves people on the page that they have gone to', async () => {
  const page = await open('/customers/new')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/customers', async (route) => {
    if (route.request().method() === 'POST') await asked
    await route.continue()
  })
  for (const [label, value] of [
    ['First name', 'Late'],
    ['Last name', 'Answer'],
    ['Phone', '919 555 0190'],
    ['Email', 'late@example.test'],
    ['Address', '1 Late Street'],
  ] as const)
    await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Create Customer' }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
  answer()
  await page.locator('[data-toasts]').getByText('Customer created successfully').waitFor()
  // an answer that leads on does so before the lists are fetched again
  await expect
    .poll(async () => JSON.stringify(await client.read('/api/customers')))
    .toContain('late@example.test')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

it('any change of a record is taken back in its history, a deletion too', async () => {
  const { id } = await client.create('/api/customers', {
    ...{ firstName: 'Rea', lastName: 'Stored', email: 'rea@example.test', phone: '919 555 0141' },
  })
  await client.send('PATCH', `/api/customers/${id}`, { phone: '919 555 0142' })
  const job = await client.create('/api/appointments', {
    ...{ customerId: id, title: 'Painting', scheduledDate: '2031-03-04T10:00', duration: 60 },
  })
  await client.send('DELETE', `/api/appointments/${job.id}`)
  const page = await open(`/customers?customer=${id}`)
  const drawer = page.getByRole('dialog', { name: 'Rea Stored' })
  const restore = (change: string) =>
    drawer.getByRole('button', { name: `Restore what was before: ${change}` })
  await restore('Appointment deleted').click()
  await drawer.getByText('Appointment restored').waitFor()
  await drawer.getByText('Painting', { exact: false }).first().waitFor()
  expect(await client.read(`/api/appointments/${job.id}`)).toMatchObject({ title: 'Painting' })
  await restore('Customer details changed').click()
  await drawer.getByRole('link', { name: '(919) 555-0141' }).waitFor()
  // which is a change as well
  await expect.poll(() => restore('Customer details changed').count()).toBe(2)
  await restore('Customer details changed').first().click()
  await drawer.getByRole('link', { name: '(919) 555-0142' }).waitFor()
})
