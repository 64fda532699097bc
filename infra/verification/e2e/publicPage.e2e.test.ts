import { expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, open, visitor } = office

const landing = async () => (await fetch(office.url)).text()

it('questions and reviews are set on a screen, and are on the public page until they are removed', async () => {
  const page = await open('/settings/landing')
  await page.getByRole('button', { name: 'Add question' }).click()
  const question = page.getByRole('dialog', { name: 'Add question' })
  await question.getByLabel('Question').fill('Do you work weekends?')
  await question.getByRole('button', { name: 'Save' }).click()
  await question.getByText('Please enter an answer').waitFor()
  await question.getByLabel('Answer').fill('On Saturday mornings.')
  await question.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The question is on the public page.').waitFor()
  await page.getByRole('button', { name: 'Add review' }).click()
  const review = page.getByRole('dialog', { name: 'Add review' })
  await review.getByLabel('Who said it').fill('Ann L., Cary')
  await review.getByLabel('What was said').fill('On time, and tidy.')
  await review.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The review is on the public page.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await expect.poll(landing).toMatch(/Do you work weekends\?[\s\S]*On time, and tidy\./)

  await page.getByRole('button', { name: 'Edit Do you work weekends?' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit question' })
  await edit.getByLabel('Answer').fill('Always.')
  await edit.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The question is changed.').waitFor()
  await expect.poll(landing).toContain('Always.')

  await page.getByRole('button', { name: 'Remove Do you work weekends?' }).click()
  await notice(page, 'The question is removed.').waitFor()
  await page.getByRole('button', { name: 'Remove Ann L., Cary' }).click()
  await notice(page, 'The review is removed.').waitFor()
  await expect.poll(landing).not.toMatch(/Questions and Answers|What Customers Say|<details/)
})

it('a phone has the number in reach wherever the public page is, and nothing complains', async () => {
  await client.send('PATCH', '/api/business/description', { phone: '(919) 444-0100', license: 'NC-48213' })
  await client.send('PATCH', '/api/business/hours', {
    weekdays: { saturday: { opens: '09:00', closes: '12:00' } },
  })
  const { page, context, complaints } = await visitor({ viewport: { width: 320, height: 640 } })
  await page.goto('/')
  const call = page.getByRole('link', { name: 'Call (919) 444-0100', exact: true })
  for (const place of ['#hero-title', '#rates-title', '.site-footer']) {
    await page.locator(place).evaluate((it) => it.scrollIntoView())
    const box = await call.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), place).toBeLessThanOrEqual(640)
    expect(box?.y, place).toBeGreaterThan(500)
  }
  expect(await call.getAttribute('href')).toBe('tel:9194440100')
  await page.getByText('Saturday', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await call.isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

it('a question that somebody else changed meanwhile keeps their words, and one that is gone does not come back', async () => {
  const set = (questions: object[]) => client.send('PUT', '/api/business/landing', { questions })
  const stored = async () => (await client.read('/api/business')).landing.questions
  await set([{ question: 'Do you fix roofs?', answer: 'No.' }])
  const page = await open('/settings/landing')
  const dialog = page.getByRole('dialog', { name: 'Edit question' })
  await page.getByRole('button', { name: 'Edit Do you fix roofs?' }).click()
  await set([{ question: 'Do you fix roofs?', answer: 'Only gutters.' }])
  await expect.poll(() => dialog.getByLabel('Answer').inputValue()).toBe('Only gutters.')
  await dialog.getByLabel('Question').fill('Do you work on roofs?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The question is changed.').waitFor()
  expect(await stored()).toEqual([{ question: 'Do you work on roofs?', answer: 'Only gutters.' }])

  await page.getByRole('button', { name: 'Edit Do you work on roofs?' }).click()
  await dialog.getByLabel('Answer').fill('Small ones.')
  await set([])
  await page.getByText('No questions yet').waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await notice(page, /^Someone else renamed or removed this\./).waitFor()
  expect(await stored()).toEqual([])
})
