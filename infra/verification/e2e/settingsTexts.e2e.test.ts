import { beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open } = useOffice({ DEMO_DATA: 'off' })
const devices = [
  ['a phone', phoneSize],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
] as const

const texts = async () => (await client.read('/api/business')).texts

let customerId: number
beforeAll(async () => {
  const customer = await client.create('/api/customers', {
    ...{ firstName: 'Ann', lastName: 'Becker', email: 'ann@example.test', phone: '555 555 0101' },
  })
  customerId = customer.id
})

it.each(devices)(
  'on %s words are checked while nothing is lost, shown as read, and used',
  async (_, device) => {
    const page = await open('/settings/messages', device)
    await page.getByRole('button', { name: 'Edit On my way' }).click()
    const dialog = page.getByRole('dialog', { name: 'On my way' })
    const words = dialog.getByLabel('SMS', { exact: true })
    expect(await words.inputValue()).toBe(
      'Hi {firstName}, I am on my way to your location. {arrival} {business}',
    )
    await words.fill('{firstname}, we are coming.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('There is no {firstname} here.').waitFor()
    expect(await words.inputValue()).toBe('{firstname}, we are coming.')
    await words.fill('{firstName}, we are coming. {arrival}')
    const preview = dialog.getByRole('figure', { name: 'SMS, as a customer reads it' })
    await preview.getByText('Ann, we are coming. I will be there in about 20 minutes.').waitFor()
    await preview.getByText('Sent as 1 SMS').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'On my way is set.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'On my way' }).getByText('Your words').waitFor()

    await page.goto(`/messages?customer=${customerId}&template=on-my-way`)
    await expect
      .poll(() => page.getByLabel('Message', { exact: true }).inputValue())
      .toBe('Ann, we are coming.')
    await page.getByLabel('Message', { exact: true }).fill('')

    await page.goto('/settings/messages')
    await page.getByRole('button', { name: 'Edit On my way' }).click()
    await dialog.getByRole('button', { name: 'Use the standard text' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await texts()).words).toEqual({})
  },
)

it.each(devices)(
  'on %s a signature ends emails, and a link lets staff ask for a review',
  async (_, device) => {
    const page = await open('/settings/messages', device)
    const form = page.getByRole('form', { name: 'Signature' })
    await form.getByLabel('Signature').fill('Ann and her team\n{telephone}')
    await form.getByLabel('Review link').fill('https://reviews.example/us')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('There is no {telephone} here.').waitFor()
    await form.getByLabel('Signature').fill('Ann and her team\n{phone}')
    await form.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'The signature and the link are set.').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width)
    expect(await axeFindings(page)).toEqual([])

    await page.goto(`/messages?customer=${customerId}&template=review`)
    await expect
      .poll(() => page.getByLabel('Message', { exact: true }).inputValue())
      .toContain('would help us: https://reviews.example/us')
    await page.getByLabel('Message', { exact: true }).fill('')
    await page.goto('/messages?tab=templates')
    await page.getByRole('button', { name: 'Ask for a review' }).waitFor()
    await client.send('PATCH', '/api/business/texts', { signature: null, reviewLink: null })
    await page.getByRole('button', { name: 'Ask for a review' }).waitFor({ state: 'hidden' })
  },
)
