import type { Pool } from '@plumbline/platform/db'
import { Rejection, rejection, statusOf, toRejection } from '@plumbline/platform/errors'
import {
  type CallerLink,
  createLimiter,
  type Endpoint,
  type InProcess,
  refundOnError,
} from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { CustomerPage } from '@plumbline/platform/schemas'
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import type { CryptoKey } from 'jose'
import type { LandingContent } from '../pages/landing.ts'
import { type Ask, askInProcess, type Reply, rejectionIn } from '../upstreams/ask.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { codePage, wrongCode } from './codes.ts'
import { deadLinkPage, refusalPage, type SentForm, sendCustomerPage } from './frame.ts'
import { type CustomerLinks, createLinkCookies, documentPath, type ExpiredLink, type Way } from './links.ts'

export type CustomerPagesOptions = {
  pool: Pool
  log: Log
  root: string
  upstreams: readonly Upstream[]
  customerLinks: CustomerLinks
  signingKey: CryptoKey | InProcess
  isHttps: boolean
  limitScale: number
  limitRequests: RequestHandler
  contentFor: (req: Request) => Promise<LandingContent>
}

/** The gateway's folder of pages, and where services declare what is in it. */
export const prefix = /^\/customer-pages(?=\/)/

/** So long the cookie of a link that has run out waits for a code. */
const codeWaitMs = 60 * 60 * 1_000

/** Longer than any token or device; the service that resolves them refuses to read more. */
const maxSecretLength = 100

/** So many wrong links an address may try in 15 minutes before none works from there. */
const maxWrongLinks = 20

/**
 * The documents that customers open by links: `/c/<token>` leads to `/c/<kind>/<id>`, with the token in a cookie of that path.
 * A link that has run out takes a code, after which the device is known.
 * What is there is what services declare under `/customer-pages`: a page, a file, or what a form of the page does.
 */
export function customerPages(options: CustomerPagesOptions): RequestHandler {
  const { pool, root, customerLinks, contentFor, limitScale } = options
  const cookies = createLinkCookies(options.isHttps)
  const wrongLinks = createLimiter({
    pool,
    schema: 'gateway',
    name: 'customer-link',
    max: maxWrongLinks,
    seconds: 900,
    scale: limitScale,
  })

  /** The link of a token. Wrong ones count, also those that are tried at the same moment. @throws `not-found` when it opens nothing */
  async function resolve(token: string, req: Request, { addressHash }: Response['locals']) {
    if (token.length > maxSecretLength) return noDocument()
    await wrongLinks.consume(addressHash)
    const refund = () => wrongLinks.refund(addressHash)
    const { device = '' } = cookies.read(req)
    const secrets = device.length > maxSecretLength ? { token } : { token, device }
    const resolved = await refundOnError(refund, () => customerLinks.resolve(secrets))
    if (resolved.is !== 'unknown') await refund()
    return resolved.is === 'live' || resolved.is === 'expired' ? resolved : noDocument()
  }

  /** The link in the cookie, where it is for the document of the path; it may have run out. */
  async function linkInCookie(kind: string, req: Request, res: Response) {
    const { token } = cookies.read(req)
    if (token === undefined) return noDocument()
    const resolved = await resolve(token, req, res.locals)
    const isOfPath = documentPath(resolved.link.scope) === `/c/${kind}/${req.params.id}`
    return isOfPath ? { token, resolved } : noDocument()
  }

  /** One that opens the document now. */
  async function linkTo(kind: string, req: Request, res: Response): Promise<CallerLink> {
    const { resolved } = await linkInCookie(kind, req, res)
    if (resolved.is === 'expired') throw new CodeNeeded(resolved)
    return resolved.link
  }

  const show = async (req: Request, res: Response, { reply, form }: { reply: Reply; form?: SentForm }) =>
    sendCustomerPage(res, root, await contentFor(req), pageIn(reply), form)

  const router = Router({ caseSensitive: true })
  router.use(privately, options.limitRequests)
  // of the script of a page: what only follows links opens nothing; a service may note it, too
  router.post('/:kind/:id/opened', async (req, res, next) => {
    await customerLinks.recordOpening(await linkTo(req.params.kind, req, res))
    next()
  })
  router.post('/:kind/:id/send-code', parseForm, async (req, res) => {
    const { token, resolved } = await linkInCookie(req.params.kind, req, res)
    const path = documentPath(resolved.link.scope)
    if (resolved.is === 'live') return res.redirect(303, path)
    const { channel, sent } = lastValues(req.body) as { channel: Way['channel']; sent?: string }
    await customerLinks.sendCode({ token, channel }).catch(refuseOnCodePage(resolved, sent))
    res.redirect(303, `${path}?sent=${channel}`)
  })
  router.post('/:kind/:id/enter-code', parseForm, async (req, res) => {
    const { token, resolved } = await linkInCookie(req.params.kind, req, res)
    if (resolved.is === 'expired') {
      const { code = '', sent } = lastValues(req.body)
      const entry = { token, code: code.slice(0, 20) }
      const entered = await customerLinks.enterCode(entry).catch(refuseOnCodePage(resolved))
      if (entered.is === 'wrong')
        throw new CodeNeeded(resolved, rejection('invalid', wrongCode(entered.triesLeft)), sent)
      const expiresAt = new Date(entered.expiresAt)
      cookies.setDevice(res, entered.device, expiresAt)
      cookies.setToken(res, token, resolved.link, expiresAt)
    }
    res.redirect(303, documentPath(resolved.link.scope))
  })
  for (const upstream of options.upstreams) {
    const ask = upstream.ask ?? askInProcess(upstream.name, upstream.router, options.log)
    for (const endpoint of upstream.forCustomers ?? []) mount(endpoint, ask)
  }

  function mount(endpoint: Endpoint, ask: Ask): void {
    const path = endpoint.path.replace(prefix, '')
    const kind = path.split('/')[1] as string
    const pagePath = `/customer-pages/${kind}`
    const answerTo = (link: CallerLink, method: string, asked: string, res: Response, body?: unknown) =>
      askForCustomer(ask, { method, path: asked, link, body }, res, options.signingKey)
    if (endpoint.method === 'GET')
      return void router.get(path, async (req, res) => {
        const link = await linkTo(kind, req, res)
        const asked = `/customer-pages${req.path}`
        const { search } = new URL(req.url, 'http://page')
        if (endpoint.produces)
          return sendFile(res, await answerTo(link, 'GET', asked + search, res), endpoint.produces)
        const { reply, refusal } = await readPage(
          (chosen) => answerTo(link, 'GET', asked + chosen, res),
          search,
        )
        if (!refusal) return show(req, res, { reply })
        res.status(statusOf[refusal.code])
        return show(req, res, { reply, form: { values: {}, notice: refusal.message } })
      })
    router.post(path, parseForm, async (req, res) => {
      const link = await linkTo(kind, req, res)
      const values = lastValues(req.body)
      try {
        await answerTo(link, 'POST', `/customer-pages${req.path}`, res, values)
      } catch (error) {
        const refusal = toRejection(error)
        if (!refusal || !isForPeople(refusal)) throw error
        // the page again, with what was chosen and typed
        const { search } = new URL(req.url, 'http://page')
        const page = `${pagePath}/${req.params.id}`
        const { reply } = await readPage((chosen) => answerTo(link, 'GET', page + chosen, res), search)
        res.status(statusOf[refusal.code])
        return show(req, res, { reply, form: { values, notice: refusal.message } })
      }
      if (path.endsWith('/opened')) return noContent(req, res)
      res.redirect(303, documentPath(link.scope))
    })
  }

  router.post('/:kind/:id/opened', noContent)
  router.get('/:token', async (req, res) => {
    const { token } = req.params
    const resolved = await resolve(token, req, res.locals)
    const until = resolved.is === 'live' ? new Date(resolved.expiresAt) : new Date(Date.now() + codeWaitMs)
    cookies.setToken(res, token, resolved.link, until)
    res.redirect(303, documentPath(resolved.link.scope))
  })
  router.use(noDocument, refuse(options, isMissing))
  return router
}

/** A link that has run out was used, or its code was refused. `sent`: where that code was sent. */
class CodeNeeded extends Rejection {
  readonly link: ExpiredLink
  readonly notice: string
  readonly sent: string | undefined
  constructor(link: ExpiredLink, refusal?: Rejection, sent?: string) {
    super(refusal?.code ?? 'forbidden', 'This link has run out.', { retryAfter: refusal?.retryAfter })
    this.link = link
    this.notice = refusal?.message ?? ''
    this.sent = sent
  }
}

/** What people can do something about is said on the page where they did it. `sent`: where a code was sent before. */
const refuseOnCodePage = (link: ExpiredLink, sent?: string) => (error: unknown) => {
  const refusal = toRejection(error)
  throw refusal && isForPeople(refusal) ? new CodeNeeded(link, refusal, sent) : error
}

const noContent = (_req: Request, res: Response) => void res.status(204).end()

/** What a service answers who has the link; throws its refusal. */
export async function askForCustomer(
  ask: Ask,
  question: { method: string; path: string; link: CallerLink; body?: unknown },
  { locals: { addressHash, requestId } }: Response,
  signingKey: CryptoKey | InProcess,
): Promise<Reply> {
  const { link, ...asked } = question
  const reply = await ask({ ...asked, caller: { user: null, link, addressHash, requestId } }, signingKey)
  if (reply.status < 300) return reply
  throw rejectionIn(reply) ?? new Error(`${question.path} answered ${reply.status}`)
}

export type PageReply = { reply: Reply; refusal?: Rejection }

/** The page with what was chosen; where that is not offered any more, the page without it, and why. */
export async function readPage(
  askWith: (search: string) => Promise<Reply>,
  search: string,
): Promise<PageReply> {
  try {
    return { reply: await askWith(search) }
  } catch (error) {
    const refusal = toRejection(error)
    if (search === '' || refusal?.code !== 'invalid') throw error
    return { reply: await askWith(''), refusal }
  }
}

export function sendFile(res: Response, { headers, body }: Reply, type: string): void {
  const name = headers['content-disposition']
  if (name) res.set('Content-Disposition', name)
  res.type(type).send(body)
}

export const pageIn = ({ body }: Reply): CustomerPage => CustomerPage.parse(JSON.parse(body.toString()))

export const noDocument = (): never => {
  throw rejection('not-found', 'There is no such document.')
}

export const privately: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
  next()
}

const parseForm = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 50 })

const lastValues = (body: Record<string, string | string[]> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, [value].flat().at(-1) ?? '']))

/** What the sender of a form can correct or has to know. */
const isForPeople = ({ code }: Rejection) => code === 'invalid' || code === 'conflict' || code === 'too-many'

const isMissing = ({ code }: Rejection) =>
  code === 'not-found' || code === 'forbidden' || code === 'unauthenticated'

/** A page for everything that is refused; a bug is answered and logged like any other. */
export const refuse =
  (
    { root, contentFor }: Pick<CustomerPagesOptions, 'root' | 'contentFor'>,
    isMissing: (refusal: Rejection) => boolean,
  ): ErrorRequestHandler =>
  async (error, req, res, next) => {
    const refusal = toRejection(error)
    if (!refusal || res.headersSent) return next(error)
    const content = await contentFor(req)
    if (refusal instanceof CodeNeeded) {
      const { link, notice, sent = String(req.query.sent) } = refusal
      setStatus(refusal, res)
      return sendCustomerPage(res, root, content, codePage(link, sent), { values: {}, notice })
    }
    if (isMissing(refusal)) return sendCustomerPage(res.status(404), root, content, deadLinkPage)
    setStatus(refusal, res)
    await sendCustomerPage(res, root, content, refusalPage(refusal.message))
  }

function setStatus({ code, retryAfter }: Rejection, res: Response): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter))
  res.status(statusOf[code])
}
