import { Writable } from 'node:stream'
import { rejection } from '@plumbline/platform/errors'
import { type CallerLink, type Endpoint, jsonBody, verifyIdentity } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { ById, CustomerPage } from '@plumbline/platform/schemas'
import { Router } from 'express'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, useTestGateway } from '../testing.ts'
import type { CustomerLinks, ResolvedLink } from './links.ts'

const { start, send, signIn, pool } = useTestGateway()

const expiresAt = '2099-01-01T00:00:00.000Z'
const codeOf = (letter: string) => letter.repeat(43)
const link = (linkId: number, kind: CallerLink['scope']['kind'], id: number): CallerLink => ({
  linkId,
  customerId: 1,
  scope: { kind, id },
})
const tokens: Record<string, ResolvedLink> = {
  [`1-${codeOf('a')}`]: { is: 'live', link: link(1, 'invoice', 7), expiresAt },
  [`2-${codeOf('b')}`]: { is: 'live', link: link(2, 'invoice', 8), expiresAt },
  [`3-${codeOf('c')}`]: { is: 'live', link: link(3, 'appointment', 7), expiresAt },
  [`4-${codeOf('d')}`]: { is: 'dead' },
  [`5-${codeOf('e')}`]: {
    is: 'expired',
    link: link(5, 'invoice', 9),
    ways: [
      { channel: 'sms', to: 'the number ending in 42' },
      { channel: 'email', to: 'a***@<host>' },
    ],
  },
}
const [tokenOf7, tokenOf8, tokenOfVisit, deadToken, oldToken] = Object.keys(tokens) as [
  string,
  string,
  string,
  string,
  string,
]
const knownDevice = '5-1-device'
const knownTokens: Record<string, ResolvedLink> = {
  [oldToken]: { is: 'live', link: link(5, 'invoice', 9), expiresAt },
}

let openings: CallerLink[] = []
let moves: object[] = []
let sentCodes: object[] = []
const page: Endpoint = {
  method: 'GET',
  path: '/customer-pages/invoice/:id',
  summary: '',
  needs: 'link:invoice',
  params: ById,
  response: CustomerPage,
}
const file = { ...page, path: '/customer-pages/invoice/:id/pdf', produces: 'application/pdf' }
const move = { ...page, method: 'POST' as const, path: '/customer-pages/invoice/:id/move' }
const upstream = {
  name: 'documents',
  endpoints: [],
  forCustomers: [page, file, move],
  router: Router()
    .get('/customer-pages/invoice/:id', async (req, res) => {
      const { link } = await verifyIdentity('in-process', 'documents', req)
      if (req.query.option === 'dropped') throw rejection('invalid', 'Please choose what is offered.')
      res.json({
        title: 'Invoice <7>',
        body: `<h1>Invoice ${req.params.id} of ${link?.customerId}</h1><textarea>{{form.words}}</textarea>`,
      })
    })
    .get('/customer-pages/invoice/:id/pdf', (_req, res) => {
      res.set('Content-Disposition', 'attachment; filename=a.pdf').type('pdf').send('%PDF')
    })
    .post('/customer-pages/invoice/:id/move', ...jsonBody(), (req, res) => {
      if (!req.body.words) throw rejection('invalid', 'Please say when.')
      if (req.body.words === 'Late') throw rejection('conflict', 'This was changed.')
      if (req.body.words.length > 5) throw rejection('invalid', 'Too long <for us>.')
      moves.push(req.body)
      res.status(204).end()
    }),
}

let lines: string[] = []
const keepLines = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk))
    done()
  },
})
const log = createLog('test', keepLines)
log.level = 'debug'

const links: CustomerLinks = {
  resolve: async ({ token, device }) =>
    (device === knownDevice ? knownTokens[token] : undefined) ?? tokens[token] ?? { is: 'unknown' },
  findCustomer: async () => {
    throw rejection('not-found', 'Customer not found')
  },
  recordOpening: async (opened) => void openings.push(opened),
  sendCode: async (wish) => {
    if (!['sms', 'email'].includes(wish.channel)) throw rejection('invalid', 'Please choose.')
    if (sentCodes.length > 0) throw rejection('too-many', 'You had many codes.', { retryAfter: 60 })
    sentCodes.push(wish)
  },
  enterCode: async ({ code }) => {
    if (code === '000000') throw rejection('conflict', 'That code does not work any more.')
    return code === '123456' ? { is: 'right', device: knownDevice, expiresAt } : { is: 'wrong', triesLeft: 3 }
  },
}

let up: Awaited<ReturnType<typeof start>>
const startPages = (more: object = {}) =>
  start({ signingKey: 'in-process', upstreams: [upstream], customerLinks: links, log, ...more })
beforeAll(async () => {
  up = await startPages()
})
beforeEach(() => {
  openings = []
  moves = []
  sentCodes = []
})

const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers, up })
const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']?.[0])
async function open(token: string) {
  const answer = await get(`/c/${token}`)
  return { answer, cookie: cookieOf(answer).split(';')[0] as string }
}
const post = (path: string, form: string, headers: Record<string, string> = {}) =>
  send('POST', path, {
    up,
    body: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('a link', () => {
  it('leads to its document, with the token in a cookie that is sent for nothing else', async () => {
    const { answer } = await open(tokenOf7)
    expect([answer.status, answer.headers.location]).toEqual([303, '/c/invoice/7'])
    expect(cookieOf(answer)).toBe(
      `customer-link=${tokenOf7}; Path=/c/invoice/7; Expires=Thu, 01 Jan 2099 00:00:00 GMT; HttpOnly; SameSite=Lax`,
    )
  })

  it('has a cookie for https alone where people use https', async () => {
    const secure = await startPages({ publicUrl: 'https://office.example' })
    const answer = await send('GET', `/c/${tokenOf7}`, { up: secure })
    expect(cookieOf(answer)).toMatch(/^__Secure-customer-link=.*; Secure;/)
  })

  it('shows the document in the frame of the business, as its customer', async () => {
    const { cookie } = await open(tokenOf7)
    const { status, text, headers } = await get('/c/invoice/7', { cookie })
    expect(status).toBe(200)
    expect(text).toContain('<title>Invoice &lt;7&gt;</title>')
    expect(text).toContain('<h1>Invoice 7 of 1</h1>')
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self' 'sha256-/)
  })

  it('has its file, under the name that the service gave it', async () => {
    const { cookie } = await open(tokenOf7)
    const { headers, text } = await get('/c/invoice/7/pdf', { cookie })
    expect([headers['content-type'], headers['content-disposition'], text]).toEqual([
      'application/pdf',
      'attachment; filename=a.pdf',
      '%PDF',
    ])
  })

  it('is stored by no cache, named to no other site and listed by no search engine, in every answer', async () => {
    const { answer, cookie } = await open(tokenOf7)
    const others = [get('/c/invoice/7', { cookie }), get('/c/invoice/7/pdf', { cookie }), get('/c/wrong')]
    for (const { headers } of [answer, ...(await Promise.all(others))])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
  })

  it('is in no line of the log, whole or broken', async () => {
    lines = []
    const { cookie } = await open(tokenOf7)
    await get('/c/invoice/7', { cookie })
    await get(`/c/${tokenOf7.slice(0, 20)}`)
    await get(`/c/${tokenOf7.slice(0, 20)}/`)
    await get(`/c/${tokenOf7}/more`)
    const logged = lines.join('')
    expect(logged).toContain('/c/[secret]')
    expect(logged).toContain('"/c/invoice/7"')
    expect(logged).not.toContain(tokenOf7.slice(0, 12))
  })
})

describe('a link that has run out', () => {
  const page = '/c/invoice/9'
  const sent = `${page}?sent=sms`

  it('shows no document: it says where a code can be sent', async () => {
    const { answer, cookie } = await open(oldToken)
    expect([answer.status, answer.headers.location]).toEqual([303, page])
    for (const [path, method] of [
      [page, 'GET'],
      [`${page}/pdf`, 'GET'],
      [`${page}/move`, 'POST'],
      [`${page}/opened`, 'POST'],
    ] as const) {
      const { status, text } =
        method === 'GET' ? await get(path, { cookie }) : await post(path, 'words=Noon', { cookie })
      expect([path, status]).toEqual([path, 403])
      expect(text).toContain('This link has run out')
      expect(text).toContain('Text the number ending in 42')
      expect(text).toContain('Email a***@&lt;host&gt;')
      expect(text).not.toContain('Invoice 9')
    }
    expect([openings, moves, sentCodes]).toEqual([[], [], []])
  })

  it('has a code sent where its customer chooses, without a script', async () => {
    const { cookie } = await open(oldToken)
    const { status, headers } = await post(`${page}/send-code`, 'channel=sms', { cookie })
    expect([status, headers.location, sentCodes]).toEqual([303, sent, [{ token: oldToken, channel: 'sms' }]])
    const { text } = await get(sent, { cookie })
    expect(text).toContain('We are sending six digits to the number ending in 42.')
    expect(text).toContain('autocomplete="one-time-code"')
  })

  it('sends none to where it offers none, and says why there are no more', async () => {
    const { cookie } = await open(oldToken)
    for (const form of ['channel=fax', ''])
      expect((await post(`${page}/send-code`, form, { cookie })).status).toBe(400)
    expect(sentCodes).toEqual([])
    await post(`${page}/send-code`, 'channel=sms', { cookie })
    const { status, headers, text } = await post(`${page}/send-code`, 'channel=sms', { cookie })
    expect([status, headers['retry-after']]).toEqual([429, '60'])
    expect(text).toContain('<p class="notice" role="alert">You had many codes.</p>')
    // who has one already can enter it
    const again = await post(`${page}/send-code`, 'channel=sms&sent=sms', { cookie })
    expect(again.status).toBe(429)
    expect(again.text).toContain('<p class="notice" role="alert">You had many codes.</p>')
    expect(again.text).toContain('autocomplete="one-time-code"')
    expect((await get(`${page}?sent=sms`, { cookie })).text).toContain('name="sent" value="sms"')
  })

  it('opens with the right code, in a device that is known from then on', async () => {
    const { cookie } = await open(oldToken)
    const { status, headers } = await post(`${page}/enter-code`, 'sent=sms&code=123456', { cookie })
    expect([status, headers.location]).toEqual([303, page])
    const cookies = (headers['set-cookie'] as unknown as string[]) ?? []
    expect(cookies).toEqual([
      `customer-device=${knownDevice}; Path=/c; Expires=Thu, 01 Jan 2099 00:00:00 GMT; HttpOnly; SameSite=Lax`,
      `customer-link=${oldToken}; Path=${page}; Expires=Thu, 01 Jan 2099 00:00:00 GMT; HttpOnly; SameSite=Lax`,
    ])
    const both = cookies.map((it) => it.split(';')[0]).join('; ')
    expect((await get(page, { cookie: both })).text).toContain('<h1>Invoice 9 of 1</h1>')
    expect((await get('/c/invoice/8', { cookie: both })).status).toBe(404)
  })

  it('says that a code is wrong or over, and sets nothing', async () => {
    const { cookie } = await open(oldToken)
    const wrong = await post(`${page}/enter-code`, 'sent=sms&code=999999', { cookie })
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([400, undefined])
    expect(wrong.text).toContain('That is not the code. You can try 3 times more.')
    expect(wrong.text).toContain('one-time-code')
    expect(wrong.text).not.toContain('999999')
    const over = await post(`${page}/enter-code`, 'sent=sms&code=000000', { cookie })
    expect([over.status, over.headers['set-cookie']]).toEqual([409, undefined])
    expect(over.text).toContain('That code does not work any more.')
    expect(over.text).toContain('This link has run out')
  })

  it('takes codes from its own holder and page alone', async () => {
    const { cookie } = await open(oldToken)
    const other = (await open(tokenOf8)).cookie
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const path of [`${page}/send-code`, `${page}/enter-code`]) {
      for (const stranger of ['', other, `customer-link=${deadToken}`])
        expect((await post(path, 'channel=sms&code=123456', { cookie: stranger })).status).toBe(404)
      expect((await post(path, 'channel=sms&code=123456', foreign)).status).toBe(403)
      // what only follows links
      expect((await get(path, { cookie })).status).toBe(404)
    }
    expect(sentCodes).toEqual([])
  })
})

describe('what only follows links', () => {
  it('changes nothing: neither GET nor HEAD notes an opening, however often', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await send(method, `/c/${tokenOf7}`, { up })
      const cookie = cookieOf(answer).split(';')[0] as string
      await send(method, '/c/invoice/7', { up, headers: { cookie } })
      await send(method, '/c/invoice/7/opened', { up, headers: { cookie } })
      await send(method, '/c/invoice/7/move', { up, headers: { cookie } })
    }
    expect([openings, moves]).toEqual([[], []])
    // the script of the page does
    const { cookie } = await open(tokenOf7)
    expect((await post('/c/invoice/7/opened', '', { cookie })).status).toBe(204)
    expect(openings).toEqual([link(1, 'invoice', 7)])
  })

  it('is not believed when another site makes a browser send a form', async () => {
    const { cookie } = await open(tokenOf7)
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await post('/c/invoice/7/move', 'words=Noon', foreign)).status).toBe(403)
    expect((await post('/c/invoice/7/opened', '', foreign)).status).toBe(403)
    expect([openings, moves]).toEqual([[], []])
    // a form of a page that names itself to no site
    const own = { cookie, origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect((await post('/c/invoice/7/move', 'words=Noon', own)).status).toBe(303)
  })
})

describe('a form of a page', () => {
  it('is sent without a script, and leads back to the page', async () => {
    const { cookie } = await open(tokenOf7)
    const { status, headers } = await post('/c/invoice/7/move', 'words=N%C3%B6&words=Noon', { cookie })
    expect([status, headers.location, moves]).toEqual([303, '/c/invoice/7', [{ words: 'Noon' }]])
  })

  it('that is refused is shown again with what was typed, as text', async () => {
    const { cookie } = await open(tokenOf7)
    const { status, text } = await post('/c/invoice/7/move', 'words=%3Cb%3Enoon', { cookie })
    expect(status).toBe(400)
    expect(text).toContain('<p class="notice" role="alert">Too long &lt;for us&gt;.</p>')
    expect(text).toContain('<textarea>&lt;b&gt;noon</textarea>')
  })

  it('that is refused after its choice was dropped is shown as it is now, with the reason', async () => {
    const { cookie } = await open(tokenOf7)
    const { status, text } = await post('/c/invoice/7/move?option=dropped', 'words=Late', { cookie })
    expect(status).toBe(409)
    expect(text).toContain('<p class="notice" role="alert">This was changed.</p>')
    expect(text).toContain('<h1>Invoice 7 of 1</h1>')
    // who only looks learns what is wrong, on the page as it is now
    const looked = await get('/c/invoice/7?option=dropped', { cookie })
    expect(looked.status).toBe(400)
    expect(looked.text).toContain('<p class="notice" role="alert">Please choose what is offered.</p>')
    expect(looked.text).toContain('<h1>Invoice 7 of 1</h1>')
  })
})

describe('a document', () => {
  it('is not shown by the cookie of another link', async () => {
    const of7 = (await open(tokenOf7)).cookie
    const of8 = (await open(tokenOf8)).cookie
    const ofVisit = (await open(tokenOfVisit)).cookie
    for (const cookie of [of8, ofVisit, '', `${of7}x`, `customer-link=${deadToken}`]) {
      const answers = [
        await get('/c/invoice/7', { cookie }),
        await get('/c/invoice/7/pdf', { cookie }),
        await post('/c/invoice/7/move', 'words=Noon', { cookie }),
        await post('/c/invoice/7/opened', '', { cookie }),
      ]
      expect([cookie, answers.map(({ status }) => status)]).toEqual([cookie, [404, 404, 404, 404]])
    }
    expect([openings, moves]).toEqual([[], []])
    expect((await get('/c/invoice/7', { cookie: of7 })).status).toBe(200)
  })

  it('is not shown by the session of a member, and a link opens nothing of theirs', async () => {
    const member = (await signIn(up)).cookie
    expect((await get('/c/invoice/7', { cookie: member })).status).toBe(404)
    const { cookie } = await open(tokenOf7)
    expect((await get('/api/auth/user', { cookie })).status).toBe(401)
    // both in one browser do not meet
    const both = `${member}; ${cookie}`
    expect((await get('/c/invoice/7', { cookie: both })).text).toContain('of 1')
    expect((await get('/api/auth/user', { cookie: both })).status).toBe(200)
  })

  it('looks the same whether a link is wrong, revoked, broken or of nobody', async () => {
    const { cookie } = await open(tokenOf8)
    const answers = [
      await get(`/c/${deadToken}`),
      await get(`/c/1-${codeOf('x')}`),
      await get(`/c/99999-${codeOf('x')}`),
      await get('/c/x'),
      await get('/c/invoice/7'),
      await get('/c/invoice/999', { cookie }),
      await get('/c/quote/1'),
      await get('/c/a/b/c/d'),
      await get('/c'),
    ]
    const comparable = ({ status, headers, text }: Answer) => {
      const { date: _, 'x-request-id': __, ...same } = headers
      return { status, same, text }
    }
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0] as Answer))
    expect(answers[0]?.status).toBe(404)
    expect(answers[0]?.text).toMatch(
      /<h1>This link does not work any more<\/h1>\s*<p>Please ask us for a new one\./,
    )
    expect(answers[0]?.headers['set-cookie']).toBeUndefined()
  })
})

it('a token or a known device that is longer than any is none, in whichever process links are resolved', async () => {
  // as CRM refuses it over HTTP
  const resolve: CustomerLinks['resolve'] = async ({ token, device = '' }) => {
    if (Math.max(token.length, device.length) > 100)
      throw rejection('invalid', 'Too big: expected string to have <=100 characters')
    return links.resolve({ token, device })
  }
  const strict = await startPages({ customerLinks: { ...links, resolve } })
  const get = (path: string, cookie = '') => send('GET', path, { up: strict, headers: { cookie } })
  const long = '1'.repeat(101)
  const dead = await get(`/c/${deadToken}`)
  expect(dead.status).toBe(404)
  for (const answer of [await get(`/c/${long}`), await get('/c/invoice/7', `customer-link=${long}`)])
    expect([answer.status, answer.text]).toEqual([404, dead.text])
  expect((await get(`/c/${tokenOf7}`, `customer-device=${long}`)).status).toBe(303)
})

describe('limits', () => {
  beforeEach(() => pool().query('DELETE FROM rate_limits'))

  it('an address that tries many wrong links is locked out for a while, even with a right one', async () => {
    const strict = await startPages({ limitScale: 1 })
    const tries = async (path: string, count: number) => {
      const statuses: number[] = []
      for (let i = 0; i < count; i++) statuses.push((await send('GET', path, { up: strict })).status)
      return statuses
    }
    // right and dead ones do not count
    expect(await tries(`/c/${tokenOf7}`, 3)).toEqual([303, 303, 303])
    expect(await tries(`/c/${deadToken}`, 3)).toEqual([404, 404, 404])
    expect(await tries(`/c/1-${codeOf('x')}`, 20)).toEqual(Array(20).fill(404))
    const locked = await send('GET', `/c/${tokenOf7}`, { up: strict })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(600)
    expect(locked.headers['content-type']).toMatch('text/html')
  })

  it('links that could not be looked up do not count as wrong', async () => {
    let isAway = true
    const strict = await startPages({
      limitScale: 1,
      customerLinks: {
        ...links,
        resolve: async (secrets: Parameters<CustomerLinks['resolve']>[0]) =>
          isAway
            ? Promise.reject(rejection('unavailable', 'The service is busy for a moment.'))
            : links.resolve(secrets),
      },
    })
    const open = async () => (await send('GET', `/c/${tokenOf7}`, { up: strict })).status
    for (let i = 0; i < 21; i++) expect(await open()).toBe(503)
    isAway = false
    expect(await open()).toBe(303)
  })

  it('an address asks for at most 30 documents a minute', async () => {
    const strict = await startPages({ limitScale: 1 })
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) statuses.push((await send('GET', '/c/invoice/7', { up: strict })).status)
    expect(statuses).toEqual([...Array(30).fill(404), 429])
  })
})
