import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type FakeTwilio,
  refuseWith,
  startFakeTwilio,
} from '../../../services/messaging/src/testing/fakeTwilio.ts'
import { axeFindings } from './axe.ts'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const password = 'the secret of the mail server'
const authToken = 'feedfacefeedfacefeedfacefeedface'
const accountSid = `AC${'9f3e'.repeat(8)}`

let smtp: SmtpPeer
let twilio: FakeTwilio
beforeAll(async () => {
  twilio = await startFakeTwilio()
  smtp = await startSmtpPeer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error(`no: ${auth.password}`)),
  })
})
const office = useOffice(() => ({
  DEMO_DATA: 'off',
  OWNER_EMAIL: 'owner@plumber.test',
  TWILIO_BASE_URL: twilio.sms.baseUrl,
}))
const { client, open } = office
afterAll(async () => {
  twilio.stop()
  await smtp.stop()
})

const devices = [
  ['a phone', phoneSize],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
] as const

const expectNice = async (page: Page, width: number) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await axeFindings(page)).toEqual([])
}

it.each(devices)('on %s a mail server is set, tried, corrected, used and removed', async (name, device) => {
  const page = await open('/settings/senders', device)
  const form = page.getByRole('form', { name: 'Email' })
  await form.getByText('No mail server is set: mail is printed').waitFor()
  await form.getByLabel('Server').fill('127.0.0.1')
  await form.getByLabel('Port').fill(String(smtp.port))
  await form.getByLabel('Encryption').selectOption('none')
  await form.getByLabel('User name').fill('desk')
  await form.getByLabel('Password').fill('not this one')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please enter the address that mail comes from').waitFor()
  expect(await form.getByLabel('Password').inputValue()).toBe('not this one')
  await form.getByLabel('From address').fill('desk@plumber.test')
  await form.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The mail server is set.').waitFor()
  await form.getByText('One is set. Leave it empty to keep it.').waitFor()

  await form.getByRole('button', { name: 'Send a test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test' })
  expect(await dialog.getByLabel('Email address').inputValue()).toBe('owner@plumber.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('The server refused the user name or the password.').waitFor()
  await expectNice(page, device.viewport.width)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => form.getByLabel('Password').inputValue()).toBe('')
  await expectNice(page, device.viewport.width)
  await form.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByLabel('Email address').fill(`${name.replace(' ', '')}@plumber.test`)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await notice(page, `The test was sent to ${name.replace(' ', '')}@plumber.test.`).waitFor()
  expect(smtp.mails.at(-1)).toMatchObject({
    to: [`${name.replace(' ', '')}@plumber.test`],
    from: 'desk@plumber.test',
  })

  await form.getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await notice(page, 'The mail server is forgotten.').waitFor()
  await form.getByText('No mail server is set: mail is printed').waitFor()
})

it.each(devices)(
  'on %s an SMS account is set, tried and shown by its last four characters',
  async (_, device) => {
    const page = await open('/settings/senders', device)
    const form = page.getByRole('form', { name: 'SMS' })
    await form.getByLabel('Account SID').fill('AC1')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('It begins with AC, and 32 letters and digits follow').waitFor()
    await form.getByLabel('Account SID').fill(accountSid)
    await form.getByLabel('Auth token').fill(authToken)
    await form.getByLabel('From').fill('+19195550100')
    await form.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'The SMS account is set.').waitFor()
    await form.getByText('One is set that ends with 9f3e.').waitFor()
    await expectNice(page, device.viewport.width)
    await form.getByRole('button', { name: 'Send a test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a test' })
    await dialog.getByLabel('Mobile number').fill('919 555 0101')
    twilio.behaviour.before = refuseWith(401, 20003)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('The provider refused the account or the auth token.').waitFor()
    twilio.behaviour.before = undefined
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await notice(page, 'The test was sent to 919 555 0101.').waitFor()
    await client.send('DELETE', '/api/messages/senders/sms')
  },
)

it('where mail about leads goes is shown with the variable that sets it', async () => {
  const page = await open('/settings/senders')
  const field = page.getByRole('form', { name: 'New leads' }).getByLabel('Email address')
  expect(await field.inputValue()).toBe('owner@plumber.test')
  expect(await field.isEditable()).toBe(false)
  await page.getByText('Set by OWNER_EMAIL, so it cannot be changed here.').waitFor()
})

it('no secret is in the log, which does have what was done', () => {
  const log = office.product.output()
  for (const secret of [password, authToken, accountSid, 'not this one']) expect(log).not.toContain(secret)
})

it('another site cannot change what sends', async () => {
  const answer = await client.send(
    'PATCH',
    '/api/messages/senders/leads',
    { to: null },
    { origin: 'https://evil.example' },
  )
  expect(answer.status).toBe(403)
})
