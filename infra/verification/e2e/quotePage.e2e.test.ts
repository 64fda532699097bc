import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { isWiderThanScreen, nextFrame } from './browser.ts'
import { eventually } from './client.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, visitor } = office

let customerId: number
beforeAll(async () => {
  customerId = (
    await client.create('/api/customers', {
      ...{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '(919) 555-0118' },
      address: '4 Elm Street, Cary, NC',
    })
  ).id
})

const boards = { description: 'Boards', quantity: '40', unitPrice: '12.50' }
const content = {
  title: 'New deck behind the house',
  message: 'Dear Ann,\nthank you for showing me the garden.',
  options: [
    { id: 1, name: 'Pine', lines: [boards, { description: 'Labor', quantity: '16', unitPrice: '75.00' }] },
    {
      id: 2,
      name: 'Cedar',
      lines: [
        { ...boards, unitPrice: '24.00', details: 'Clear cedar, sanded' },
        { description: 'Labor', quantity: '18', unitPrice: '75.00', taxable: false },
      ],
    },
  ],
  addOns: [{ id: 1, description: 'Take the old deck away', unitPrice: '180.00' }],
  discount: { percent: '5' },
  taxPercent: '7.25',
  deposit: { percent: '30' },
  validUntil: '2031-01-31',
  terms: 'Work begins within three weeks of your approval.\nThe deposit is due before that.',
}

/** A quote that was handed over, and the path of its link. */
async function quote(more: object = {}): Promise<{ id: number; path: string }> {
  const { id } = await client.create('/api/quotes', { customerId, ...content, ...more })
  await client.send('POST', `/api/quotes/${id}/send`, { channel: 'in_person' })
  const { text } = await client.send('POST', `/api/quotes/${id}/customer-link`)
  return { id, path: JSON.parse(text).path }
}
const total = async (page: Page) =>
  (await page.getByRole('button', { name: /^Approve \$/ }).innerText()).replace('Approve ', '')

/** Points of the field in which a customer signs, by the parts of its width and height. */
async function pointsOf(page: Page) {
  const canvas = page.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = (await canvas.boundingBox()) as { x: number; y: number; width: number; height: number }
  return (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
}

async function sign(page: Page): Promise<void> {
  const at = await pointsOf(page)
  await page.mouse.move(...at(0.1, 0.7))
  await page.mouse.down()
  for (const [x, y] of [
    [0.2, 0.2],
    [0.3, 0.8],
    [0.45, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 5 })
  await page.mouse.up()
}

describe.each([
  { javaScriptEnabled: false, colorScheme: 'light' },
  { javaScriptEnabled: true, colorScheme: 'dark' },
] as const)('on a phone, with a script: $javaScriptEnabled', (options) => {
  const open = async (path: string) => {
    const { page } = await visitor({ viewport: { width: 375, height: 740 }, ...options })
    await page.goto(path)
    return page
  }

  it('a customer chooses, reads what it comes to, and approves', async () => {
    const { id, path } = await quote()
    const page = await open(path)
    await page.getByRole('heading', { name: content.title }).waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    await page.getByRole('radio', { name: /Cedar/ }).check()
    await page.getByRole('checkbox', { name: /old deck/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your choice: Cedar' }).waitFor()
    const shown = await total(page)
    // (40 × 24 + 18 × 75 + 180) less 5 %, and 7.25 % of the taxable part of it
    expect(shown).toBe('$2,444.02')
    await page.getByText('The deposit is due before that.').waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Your full name').fill('Ann B. Lee')
    if (options.javaScriptEnabled) await sign(page)
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page.getByText(/Approved by Ann B\. Lee at .*, \$2,444\.02\. Thank you!/).waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    const stored = await client.read(`/api/quotes/${id}`)
    expect(stored).toMatchObject({
      status: 'approved',
      totalTo: '2444.02',
      approval: { optionId: 2, addOnIds: [1], signerName: 'Ann B. Lee', by: 'customer' },
    })
    expect(Boolean(stored.approval.signature)).toBe(options.javaScriptEnabled)
    expect(await page.getByRole('img', { name: 'Signature' }).count()).toBe(options.javaScriptEnabled ? 1 : 0)
    if (options.javaScriptEnabled)
      await eventually(async () => (await client.read(`/api/quotes/${id}`)).viewedAt)
  })

  it('a customer asks for a change, and is told when a new version came meanwhile', async () => {
    const { id, path } = await quote()
    const page = await open(path)
    await page.getByText('Ask for a change', { exact: true }).click()
    await page.getByLabel('What should be different?').fill('Could the stairs be wider?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('You wrote: “Could the stairs be wider?”').waitFor()
    await page.getByRole('radio', { name: /Pine/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your choice: Pine' }).waitFor()
    await client.send('PUT', `/api/quotes/${id}`, { ...content, title: 'New deck with wide stairs' })
    await client.send('POST', `/api/quotes/${id}/send`, { channel: 'in_person' })
    await page.getByLabel('Your full name').fill('Ann Lee')
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page
      .getByRole('alert')
      .getByText(/This quote was changed at .* Please look again\./)
      .waitFor()
    await page.getByRole('heading', { name: 'New deck with wide stairs' }).waitFor()
    // the choice is still there, and so is the name
    await page.getByRole('heading', { name: 'Your choice: Pine' }).waitFor()
    expect(await page.getByLabel('Your full name').inputValue()).toBe('Ann Lee')
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page.getByText(/Approved by Ann Lee at/).waitFor()
  })

  it('a customer declines', async () => {
    const { id, path } = await quote()
    const page = await open(path)
    await page.getByText('Decline', { exact: true }).click()
    await page.getByLabel('Why? (optional)').fill('Too late in the year')
    await page.getByRole('button', { name: 'Decline this quote' }).click()
    await page.getByText('You declined this quote.').waitFor()
    expect((await client.read(`/api/quotes/${id}`)).status).toBe('declined')
  })
})

it('a signature that was cleared is none', async () => {
  const { id, path } = await quote({ options: [content.options[0]], addOns: [] })
  const { page } = await visitor({ viewport: { width: 1440, height: 900 } })
  await page.goto(path)
  await sign(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Your full name').fill('Ann Lee')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByText(/Approved by Ann Lee/).waitFor()
  expect((await client.read(`/api/quotes/${id}`)).approval.signature).toBeUndefined()
})

describe('a signature that the business asks for', () => {
  const plain = { options: [content.options[0]], addOns: [] }
  const phone = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }
  const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ }).click()

  /** A finger that goes from point to point. */
  async function drawWithFinger(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
    const at = await pointsOf(page)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touched: (typeof points)[number][]) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: touched.map((point) => {
          const [x, y] = at(...point)
          return { x, y }
        }),
      })
    const [first, ...others] = points
    await touch('touchStart', first as (typeof points)[number])
    for (const point of others) {
      await touch('touchMove', point)
      // a browser tells a page of one move a frame
      await nextFrame(page)
    }
    await touch('touchEnd')
  }

  beforeAll(async () => {
    const page = await office.open('/settings/quotes')
    await page.getByLabel('Signature').selectOption('Customers have to sign')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The rules of quotes are set.').first().waitFor()
    await office.close(page)
  })
  afterAll(async () => {
    await client.send('PATCH', '/api/business/quotes', { signature: 'optional' })
  })

  it('is missed where there is none and where a finger slipped, and what was typed stays; with one, it counts', async () => {
    const { id, path } = await quote(plain)
    const { page } = await visitor(phone)
    await page.goto(path)
    await page.getByText('Sign here', { exact: true }).waitFor()
    await page.getByLabel('Your full name').fill('Ann B. Lee')
    await approve(page)
    await page
      .getByRole('alert')
      .getByText('Please sign with a finger or a mouse, below your name.')
      .waitFor()
    expect(await page.getByLabel('Your full name').inputValue()).toBe('Ann B. Lee')
    expect(await isWiderThanScreen(page)).toBe(false)
    expect(await axeFindings(page)).toEqual([])
    await drawWithFinger(page, [
      [0.5, 0.5],
      [0.52, 0.52],
    ])
    await approve(page)
    await page.getByRole('alert').getByText('Please sign with your whole name').waitFor()
    expect((await client.read(`/api/quotes/${id}`)).status).toBe('sent')
    await drawWithFinger(page, [
      [0.1, 0.7],
      [0.2, 0.2],
      [0.3, 0.8],
      [0.45, 0.3],
      [0.6, 0.7],
      [0.8, 0.4],
    ])
    await approve(page)
    await page.getByText(/Approved by Ann B\. Lee/).waitFor()
    await page.getByRole('img', { name: 'Signature' }).waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    const { approval } = await client.read(`/api/quotes/${id}`)
    expect(approval).toMatchObject({ signerName: 'Ann B. Lee', signature: expect.stringMatching(/^M\d/) })
  })

  it('cannot be given without a script, which the page says before the form is sent', async () => {
    const { id, path } = await quote(plain)
    const { page } = await visitor({ ...phone, javaScriptEnabled: false })
    await page.goto(path)
    expect(await page.locator('noscript p').isVisible()).toBe(true)
    expect(await page.locator('noscript p').innerText()).toBe(
      'Your signature is needed. To sign here your browser needs JavaScript.',
    )
    await page.getByLabel('Your full name').fill('Ann Lee')
    await approve(page)
    await page.getByRole('alert').getByText('Please sign').waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    expect((await client.read(`/api/quotes/${id}`)).status).toBe('sent')
  })
})
