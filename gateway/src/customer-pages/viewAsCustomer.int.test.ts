import { Writable } from 'node:stream'
import {
  choiceForm,
  disclosure,
  documentPage,
  form,
  hiddenField,
  html,
  linkButton,
  pagePath,
  paragraph,
  textField,
} from '@plumbline/platform/customer-page'
import { rejection } from '@plumbline/platform/errors'
import { type Caller, type Endpoint, verifyIdentity } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { ById, CustomerPage } from '@plumbline/platform/schemas'
import { Router } from 'express'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { user, useTestGateway } from '../testing.ts'

const { start, send } = useTestGateway()

const token = `1-${'a'.repeat(43)}`
const expiresAt = '2099-01-01T00:00:00.000Z'

const endpoint = (kind: 'quote' | 'invoice' | 'appointment'): Endpoint => ({
  method: 'GET',
  path: `/customer-pages/${kind}/:id`,
  summary: '',
  needs: `link:${kind}`,
  params: ById,
  response: CustomerPage,
})
const page = endpoint('quote')
const file = { ...page, path: `${page.path}/pdf`, produces: 'application/pdf' }
const approve = { ...page, method: 'POST' as const, path: `${page.path}/approve` }

let asked: { method: string; url: string; caller: Caller }[] = []
const upstream = {
  name: 'documents',
  endpoints: [],
  forCustomers: [page, file, approve, endpoint('invoice'), endpoint('appointment')],
  router: Router().use(async (req, res) => {
    asked.push({
      method: req.method,
      url: req.url,
      caller: await verifyIdentity('in-process', 'documents', req),
    })
    if (req.path.endsWith('/pdf'))
      return void res.set('Content-Disposition', 'attachment; filename=a.pdf').type('pdf').send('%PDF')
    if (req.query.option === 'dropped') throw rejection('invalid', 'Please choose what is offered.')
    const id = Number(req.path.split('/').at(-1))
    if (id === 3) throw rejection('not-found', 'Quote not found')
    const path = (rest = '') => pagePath('quote', id, rest)
    res.json(
      documentPage(
        'Quote',
        html`<h1>Quote ${id}</h1>`,
        paragraph('He wrote: <form method="post" action="/c/quote/1"> and href="/c/quote/2".'),
        choiceForm(path(), 'Continue', hiddenField('option', 1)),
        form(`${path('approve')}?option=1`, 'Approve', textField('name', 'Your name', 9)),
        disclosure('Decline', form(path('decline'), 'Decline', hiddenField('revision', 1))),
        linkButton('PDF', path('pdf')),
      ),
    )
  }),
}

let lines: string[] = []
const log = createLog(
  'test',
  new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  }),
)

let calls: string[] = []
let up: Awaited<ReturnType<typeof start>>
const members = {
  owner: user,
  worker: { ...user, id: 2, username: 'worker', role: 'worker' },
  bookkeeper: { ...user, id: 3, username: 'bookkeeper', role: 'bookkeeper' },
}
beforeAll(async () => {
  up = await start({
    signingKey: 'in-process',
    upstreams: [upstream],
    identity: { signIn: async ({ username }) => members[username as keyof typeof members] ?? null },
    customerLinks: {
      resolve: async ({ token: tried }) => {
        calls.push('resolve')
        const scope = { kind: 'quote', id: 7 } as const
        return tried === token
          ? { is: 'live', link: { linkId: 1, customerId: 5, scope }, expiresAt }
          : { is: 'unknown' }
      },
      findCustomer: async ({ kind, id }) => {
        if (kind === 'appointment' || id === 404) throw rejection('not-found', 'Not found')
        if (id === 2) throw rejection('conflict', 'Issue this draft before you share it.')
        return { customerId: 5, customerName: 'Ann <Lee>', isSent: id !== 8 }
      },
      recordOpening: async () => void calls.push('recordOpening'),
      sendCode: async () => void calls.push('sendCode'),
      enterCode: async () => ({ is: 'wrong', triesLeft: 1 }),
    },
    log,
  })
})
beforeEach(() => {
  asked = []
  calls = []
  lines = []
})

async function signedIn(username: keyof typeof members): Promise<string> {
  const answer = await send('POST', '/api/login', { body: { username, password: 'x' }, up })
  return String(answer.headers['set-cookie']?.[0]).split(';')[0] as string
}
const view = async (path: string, who: keyof typeof members = 'owner', headers = {}) =>
  send('GET', `/view-as-customer${path}`, { up, headers: { cookie: await signedIn(who), ...headers } })

describe('a member who looks at a page as its customer', () => {
  it('gets the page that the customer gets, and is told whose it is and that nothing can be sent', async () => {
    const { status, text } = await view('/quote/7?option=1')
    expect(status).toBe(200)
    expect(text).toContain(
      'role="note">This is what Ann &lt;Lee&gt; sees. Nothing here can be sent.</p><article',
    )
    expect(text).toContain('<h1>Quote 7</h1>')
    expect(asked).toMatchObject([{ method: 'GET', url: '/customer-pages/quote/7?option=1' }])
  })

  it('gets the page without a choice that a newer version has dropped, and why, as its customer does', async () => {
    const { status, text } = await view('/quote/7?option=dropped')
    expect(status).toBe(400)
    expect(text).toContain('<p class="notice" role="alert">Please choose what is offered.</p>')
    expect(text).toContain('<h1>Quote 7</h1>')
    expect(asked.map(({ url }) => url)).toEqual([
      '/customer-pages/quote/7?option=dropped',
      '/customer-pages/quote/7',
    ])
  })

  it('is not the one who asks the service: that is the customer, without a link of theirs', async () => {
    await view('/quote/7')
    expect(asked[0]?.caller.user).toBeNull()
    expect(asked[0]?.caller.link).toEqual({ linkId: 0, customerId: 5, scope: { kind: 'quote', id: 7 } })
  })

  it('sees what is not sent yet as a preview, and is told so', async () => {
    const { text } = await view('/quote/8')
    expect(text).toContain(
      'This is what Ann &lt;Lee&gt; will see: it is not sent yet. Nothing here can be sent.',
    )
    expect(asked[0]?.caller.link?.isPreview).toBe(true)
  })

  it('gets its files under the same path, and can choose there', async () => {
    const { headers, text } = await view('/quote/7/pdf')
    expect([headers['content-disposition'], text]).toEqual(['attachment; filename=a.pdf', '%PDF'])
    const shown = (await view('/quote/7')).text
    expect(shown).toContain('href="/view-as-customer/quote/7/pdf"')
    expect(shown).toContain('<form method="get" action="/view-as-customer/quote/7">')
  })

  it('cannot send a form, with a script or without: it is none, and what is in it is disabled', async () => {
    const { text } = await view('/quote/7')
    expect(text).not.toContain('<form method="post"')
    expect(text).not.toMatch(/ (href|action)="\/c\//)
    expect(text.match(/<fieldset class="form" disabled>.*?type="submit".*?<\/fieldset>/gs)).toHaveLength(2)
    // what people wrote is text, and stays as it is
    expect(text).toContain('&lt;form method=&quot;post&quot; action=&quot;/c/quote/1&quot;&gt;')
    // the customer's page has these forms
    const opened = await send('GET', `/c/${token}`, { up })
    const cookie = String(opened.headers['set-cookie']?.[0]).split(';')[0] as string
    const customers = (await send('GET', '/c/quote/7', { up, headers: { cookie } })).text
    expect(customers.match(/<form method="post" action="\/c\//g)).toHaveLength(2)
  })

  it('is in the log, with what was looked at', async () => {
    await view('/quote/7/pdf')
    expect(
      lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'viewed as customer'),
    ).toMatchObject({ userId: 1, customerId: 5, path: '/quote/7/pdf', requestId: expect.any(String) })
  })
})

describe('it is only read', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is answered 404 and reaches no service', async (method) => {
    const headers = {
      cookie: await signedIn('owner'),
      'content-type': 'application/x-www-form-urlencoded',
    }
    for (const path of ['/quote/7', '/quote/7/approve', '/quote/7/opened']) {
      const answer = await send(method, `/view-as-customer${path}`, { up, headers, body: 'name=Ann' })
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect([asked, calls]).toEqual([[], []])
  })

  it('counts as no opening, and neither reads nor sets the cookie of a link', async () => {
    const { headers } = await view('/quote/7', 'owner')
    expect(headers['set-cookie']).toBeUndefined()
    await view('/quote/7', 'owner', { cookie: `${await signedIn('owner')}; customer-link=${token}` })
    expect(calls).toEqual([])
    // without a session the cookie of the link opens nothing here
    const cookie = `customer-link=${token}`
    expect((await send('GET', '/view-as-customer/quote/7', { up, headers: { cookie } })).status).toBe(401)
    // where it is for, it does
    expect((await send('GET', '/c/quote/7', { up, headers: { cookie } })).status).toBe(200)
    expect(calls).toEqual(['resolve'])
  })

  it('has the policy of the page of a customer, and is in no frame, no cache and no search engine', async () => {
    const { headers } = await view('/quote/7')
    const opened = await send('GET', '/c/quote/7', { up, headers: { cookie: `customer-link=${token}` } })
    for (const name of [
      'content-security-policy',
      'x-frame-options',
      'cache-control',
      'referrer-policy',
      'x-robots-tag',
      'cross-origin-resource-policy',
    ])
      expect([name, headers[name]]).toEqual([name, opened.headers[name]])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('it is refused', () => {
  it('to a visitor, who does not learn what there is', async () => {
    const answers = await Promise.all(
      ['/quote/7', '/quote/404', '/none/1', ''].map((path) =>
        send('GET', `/view-as-customer${path}`, { up }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(asked).toEqual([])
  })

  it('to a member who may not give the customer the link', async () => {
    expect((await view('/quote/7', 'worker')).status).toBe(403)
    expect((await view('/quote/7/pdf', 'worker')).status).toBe(403)
    expect((await view('/invoice/7', 'worker')).status).toBe(403)
    expect((await view('/quote/7', 'bookkeeper')).status).toBe(403)
    expect(asked).toEqual([])
    // of the kind that they may
    expect((await view('/invoice/7', 'bookkeeper')).status).toBe(200)
  })

  it('where there is no such document, of this kind, or its service has none for the customer', async () => {
    const dead = (await send('GET', '/c/quote/7', { up })).text
    for (const path of ['/quote/404', '/appointment/7', '/quote/3', '/quote/7x', '/quote', '/none/7', '']) {
      const { status, text } = await view(path)
      expect([path, status, text === dead]).toEqual([path, 404, true])
    }
    expect(lines.join('')).not.toContain('viewed as customer')
  })

  it('as the link is, with its sentence, where the document is not for a customer yet', async () => {
    const { status, text } = await view('/invoice/2')
    expect(status).toBe(409)
    expect(text).toContain('Issue this draft before you share it.')
    expect(asked).toEqual([])
  })

  it('and what customers call is still reached by no member directly', async () => {
    const headers = { cookie: await signedIn('owner') }
    await send('GET', '/customer-pages/quote/7', { up, headers })
    await send('POST', '/customer-pages/quote/7/approve', { up, headers, body: {} })
    expect((await send('GET', '/c/quote/7', { up, headers })).status).toBe(404)
    expect(asked).toEqual([])
  })
})
