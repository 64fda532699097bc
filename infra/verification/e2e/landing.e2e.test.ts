import { describe, expect, it } from 'vitest'
import { isWiderThanScreen, type Watched } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off', BUSINESS_NAME: 'Ann & <Sons>' })

const open = async (options?: Parameters<typeof office.visitor>[0]): Promise<Watched> => {
  const opened = await office.visitor(options)
  await opened.page.goto('/')
  return opened
}
const dialogOf = ({ page }: Watched) => page.getByRole('dialog')
const fill = async (visitor: Watched, values: Record<string, string> = {}) => {
  const all = {
    'First name': 'Zora',
    'Last name': 'Neale',
    Email: 'zora@example.test',
    Phone: '(919) 555-0100',
    ...values,
  }
  for (const [label, value] of Object.entries(all)) await dialogOf(visitor).getByLabel(label).fill(value)
}
const submit = (visitor: Watched) =>
  dialogOf(visitor)
    .getByRole('button', { name: /Get Free Estimate/ })
    .click()

it('shows the business of this installation, and Call Now calls it', async () => {
  const { page, context, complaints } = await open()
  expect(await page.title()).toContain('Ann & <Sons>')
  expect(await page.getByRole('link', { name: 'Call Now' }).getAttribute('href')).toBe('tel:5555550142')
  expect(complaints).toEqual([])
  await context.close()
})

it('says of a business with a name of its own only what was set for it', async () => {
  const { page, context } = await open()
  const html = await (await page.request.get('/')).text()
  for (const claim of ['4.9/5', 'happy customers', '2011', 'Straight answers', 'Raleigh', '{{', 'undefined'])
    expect(html).not.toContain(claim)
  await page.getByText(/^Professional handyman services\. Tell us what needs doing/).waitFor()
  await context.close()
})

it.each(['Get Free Estimate', 'Start Your Free Estimate'])(
  '"%s" opens the dialog; Esc closes it and gives the focus back',
  async (name) => {
    const visitor = await open()
    const button = visitor.page.getByRole('main').getByRole('button', { name }).first()
    await button.click()
    await dialogOf(visitor).waitFor()
    expect(await visitor.page.evaluate(() => document.activeElement?.id)).toBe('firstName')
    await visitor.page.keyboard.press('Escape')
    await dialogOf(visitor).waitFor({ state: 'hidden' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    await visitor.context.close()
  },
)

describe('the form', () => {
  it('complains under each field in the documented words, and stops as they are mended', async () => {
    const visitor = await open()
    await visitor.page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    await submit(visitor)
    for (const text of [
      'First name is required',
      'Last name is required',
      'Please enter a valid email',
      'Please enter a valid phone number',
    ])
      await dialogOf(visitor).getByText(text, { exact: true }).waitFor()
    expect(await visitor.page.evaluate(() => document.activeElement?.id)).toBe('firstName')
    await dialogOf(visitor).getByLabel('First name').fill('Zora')
    await dialogOf(visitor).getByText('First name is required').waitFor({ state: 'detached' })
    await visitor.context.close()
  })

  it('counts the description when it comes near its limit, and not after it was shortened', async () => {
    const visitor = await open()
    await visitor.page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    const description = dialogOf(visitor).getByLabel('Project Description')
    const count = dialogOf(visitor).getByText('of 5,000')
    await description.fill('x'.repeat(3_999))
    expect(await count.count()).toBe(0)
    await description.fill('x'.repeat(4_000))
    expect(await count.textContent()).toBe('4,000 of 5,000')
    await description.fill('A porch')
    expect(await count.count()).toBe(0)
    await visitor.context.close()
  })

  it('keeps every word when sending fails, and a second try with the same words is the same request', async () => {
    const visitor = await open()
    const keys: (string | undefined)[] = []
    let down = true
    await visitor.page.route('**/api/leads', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      // the server has it, but the answer is lost on the way
      const answer = await route.fetch()
      if (down) await route.abort()
      else await route.fulfill({ response: answer })
    })
    await visitor.page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    await fill(visitor)
    await submit(visitor)
    await visitor.page.getByText('Failed to submit your request. Please try again.').waitFor()
    expect(await dialogOf(visitor).getByLabel('Email').inputValue()).toBe('zora@example.test')
    const receipts = visitor.page.getByText('We have your request, Zora. We will be in touch shortly.')
    expect(await receipts.count()).toBe(0)
    down = false
    await submit(visitor)
    const toast = visitor.page.getByText('Your request has been submitted. We will be in touch shortly.')
    // stays while the pointer is on it
    await toast.hover()
    // what was sent is still said after the notification
    await visitor.page.getByRole('button', { name: 'Dismiss' }).click()
    await toast.waitFor({ state: 'detached' })
    expect(await receipts.filter({ visible: true }).count()).toBe(2)
    expect(new Set(keys)).toHaveLength(1)
    expect(await office.client.leads()).toHaveLength(1)
    await visitor.context.close()
  })

  it.each([
    ['text/plain', 'Please wait.', '429: Please wait.'],
    [undefined, 'Please wait.', '429: Please wait.'],
    ['application/json', '{"wait":true}', '429: {"wait":true}'],
    // a page of a proxy is no message for a person
    ['text/html', '<h1>Please wait.</h1>', '429: Too Many Requests'],
    ['text/plain', '', '429: Too Many Requests'],
  ])('shows the server’s own words when it refuses, as %s: %s', async (contentType, body, words) => {
    const visitor = await open()
    await visitor.page.route('**/api/leads', (route) =>
      route.fulfill({ status: 429, contentType, headers: {}, body }),
    )
    await visitor.page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    await fill(visitor)
    await submit(visitor)
    await visitor.page.getByText(words, { exact: true }).waitFor()
    await visitor.context.close()
  })

  it('sends what is documented, and nothing else', async () => {
    const visitor = await open()
    const sent = Promise.withResolvers<unknown>()
    await visitor.page.route('**/api/leads', (route) => {
      sent.resolve(route.request().postDataJSON())
      return route.fulfill({ status: 201, json: {} })
    })
    await visitor.page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    await fill(visitor)
    await submit(visitor)
    const literal = ['firstName', 'lastName', 'email', 'phone', 'source', 'status']
    const {
      serviceNeeded: _,
      projectDescription: __,
      ...rest
    } = (await sent.promise) as Record<string, string>
    expect(Object.keys(rest).toSorted()).toEqual(literal.toSorted())
    expect(rest).toMatchObject({ source: 'website', status: 'new' })
    await visitor.context.close()
  })
})

it.each([320, 375, 768, 1440])(
  'at %i px nothing is wider than the screen, dialog included',
  async (width) => {
    const visitor = await open({ viewport: { width, height: 700 } })
    expect(await isWiderThanScreen(visitor.page)).toBe(false)
    await visitor.page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    expect(await isWiderThanScreen(visitor.page)).toBe(false)
    const box = await dialogOf(visitor).boundingBox()
    expect(box?.width).toBeLessThanOrEqual(Math.min(600, width))
    await visitor.context.close()
  },
)

it.each([320, 375, 768, 1440, 2560])(
  'at %i px, and printed, the four prices end at one line',
  async (width) => {
    const { page, context } = await open({ viewport: { width, height: 900 } })
    // a font in place of the page's own may be wider
    const ends = (letterSpacing: string) =>
      page.locator('.price').evaluateAll((all, spacing) => {
        for (const it of all) it.style.letterSpacing = spacing
        return all.map((it) => {
          const words = document.createRange()
          words.selectNodeContents(it)
          return Math.round(words.getBoundingClientRect().right * 2) / 2
        })
      }, letterSpacing)
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media })
      for (const spacing of ['normal', '8px']) {
        const found = await ends(spacing)
        expect(found).toHaveLength(4)
        expect(new Set(found).size, `${media} ${spacing} ${found}`).toBe(1)
      }
    }
    await context.close()
  },
)

it('the dialog dims the page to its edge, the room of the scrollbar too', async () => {
  const { page, context } = await open({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
  await page.getByRole('dialog').waitFor()
  const picture = (await page.screenshot()).toString('base64')
  const reader = await context.newPage()
  // two points of bare paper: in the page, and in its last column
  const [inPage, atEdge] = await reader.evaluate(async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context2d = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context2d.drawImage(image, 0, 0)
    const colorAt = (x: number, y: number) => [...context2d.getImageData(x, y, 1, 1).data]
    return [colorAt(image.width - 40, 300), colorAt(image.width - 3, 300)]
  }, picture)
  // a mixed colour and a layer of it round differently
  const differences = atEdge?.map((value, at) => Math.abs(value - (inPage?.[at] ?? 0))) ?? []
  expect(Math.max(...differences), `${inPage} ${atEdge}`).toBeLessThanOrEqual(2)
  await context.close()
})

describe('without any script', () => {
  it('its address opens the dialog, which sends the words once and answers with a page', async () => {
    const visitor = await open({ javaScriptEnabled: false })
    const { page } = visitor
    await page.getByRole('link', { name: 'Login' }).waitFor()
    await page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    await fill(visitor, { Email: 'noscript@example.test' })
    await dialogOf(visitor).getByLabel('Service').selectOption('painting')
    await submit(visitor)
    const receipt = page.getByText('We have your request, Zora. We will be in touch shortly.').first()
    await receipt.waitFor()
    expect(await dialogOf(visitor).count()).toBe(0)
    // sent a second time by a reload it stays one
    await page.reload()
    await receipt.waitFor()
    const leads = await office.client.read('/api/leads')
    expect(leads.filter((it: { email: string }) => it.email === 'noscript@example.test')).toMatchObject([
      { firstName: 'Zora', serviceNeeded: 'painting', source: 'website', status: 'new' },
    ])
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('says what is wrong beside the field and keeps every word', async () => {
    const visitor = await open({ javaScriptEnabled: false })
    await visitor.page.goto('/#estimate')
    // twelve letters, which the browser lets pass
    await fill(visitor, { 'First name': '"><b>Zoé', Phone: '12345' })
    await dialogOf(visitor).getByLabel('Service').selectOption('plumbing')
    await submit(visitor)
    await dialogOf(visitor).getByText('Please enter a valid phone number').waitFor()
    expect(await dialogOf(visitor).getByLabel('First name').inputValue()).toBe('"><b>Zoé')
    expect(await dialogOf(visitor).getByLabel('Service').inputValue()).toBe('plumbing')
    expect(await dialogOf(visitor).getByLabel('Phone').getAttribute('aria-invalid')).toBe('true')
    await dialogOf(visitor).getByRole('button', { name: 'Close' }).click()
    await dialogOf(visitor).waitFor({ state: 'hidden' })
    await visitor.context.close()
  })

  it.each([375, 1440])('at %i px the dialog lies over the page', async (width) => {
    const visitor = await open({ javaScriptEnabled: false, viewport: { width, height: 700 } })
    await visitor.page.goto('/#estimate')
    const box = await dialogOf(visitor).boundingBox()
    expect(box?.width).toBeLessThanOrEqual(Math.min(600, width))
    expect(box?.y).toBeGreaterThanOrEqual(0)
    await visitor.context.close()
  })
})

it.each([
  ['opens it', true],
  ['on the page itself opens it too', false],
])('a link to the dialog %s', async (_name, isFirst) => {
  const visitor = await open()
  await visitor.page.goto('/#estimate')
  if (isFirst) await visitor.page.reload()
  await visitor.page.waitForFunction(() => document.querySelector('dialog')?.matches(':modal'))
  await visitor.page.keyboard.press('Escape')
  await dialogOf(visitor).waitFor({ state: 'hidden' })
  await visitor.context.close()
})

it('tells search engines where the page is', async () => {
  const { page, context } = await open()
  const robots = await (await page.request.get('/robots.txt')).text()
  const sitemap = /Sitemap: (.*)/.exec(robots)?.[1] as string
  expect(await (await page.request.get(sitemap)).text()).toContain(`<loc>${office.url}/</loc>`)
  const structured = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(structured as string)).toMatchObject({ name: 'Ann & <Sons>', url: `${office.url}/` })
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(picture as string)).headers()['content-type']).toBe('image/png')
  await context.close()
})

it('reads without any script', async () => {
  const { page, context } = await open({ javaScriptEnabled: false })
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await page.getByText('$112.50').isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/api/login')
  await context.close()
})
