import type { Pool } from '@plumbline/platform/db'
import { type Rejection, rejection, statusOf, toRejection } from '@plumbline/platform/errors'
import { type CallerLink, createLimiter, type Endpoint, type InProcess } from '@plumbline/platform/http'
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
import { deadLinkPage, refusalPage, type SentForm, sendCustomerPage } from './frame.ts'
import { type CustomerLinks, createLinkCookie, documentPath } from './links.ts'

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
const prefix = /^\/customer-pages(?=\/)/

/** So many wrong links an address may try in 15 minutes before none works from there. */
const maxWrongLinks = 20

/**
 * The documents that customers open by links: `/c/<token>` leads to `/c/<kind>/<id>`, with the token in a cookie of that path.
 * What is there is what services declare under `/customer-pages`: a page, a file, or what a form of the page does.
 */
export function customerPages(options: CustomerPagesOptions): RequestHandler {
  const { pool, root, customerLinks, contentFor, limitScale } = options
  const cookie = createLinkCookie(options.isHttps)
  const wrongLinks = createLimiter({
    pool,
    schema: 'gateway',
    name: 'customer-link',
    max: maxWrongLinks,
    seconds: 900,
    scale: limitScale,
  })

  /** The link of a token; undefined when it opens nothing. Wrong ones count, also those that are tried at the same moment. */
  async function resolve(token: string, { addressHash }: Response['locals']) {
    await wrongLinks.consume(addressHash)
    const resolved = await customerLinks.resolve(token)
    if (resolved.is !== 'unknown') await wrongLinks.refund(addressHash)
    return resolved.is === 'live' ? resolved : undefined
  }

  /** The link in the cookie, where it is for the document of the path. */
  async function linkTo(kind: string, req: Request, res: Response): Promise<CallerLink> {
    const token = cookie.read(req)
    const resolved = token === undefined ? undefined : await resolve(token, res.locals)
    if (!resolved || documentPath(resolved.link.scope) !== `/c/${kind}/${req.params.id}`) throw noDocument()
    return resolved.link
  }

  const show = async (req: Request, res: Response, { reply, form }: { reply: Reply; form?: SentForm }) =>
    sendCustomerPage(
      res,
      root,
      await contentFor(req),
      CustomerPage.parse(JSON.parse(reply.body.toString())),
      form,
    )

  const router = Router({ caseSensitive: true })
  router.use(privately, options.limitRequests)
  // of the script of a page: what only follows links opens nothing; a service may note it, too
  router.post('/:kind/:id/opened', async (req, res, next) => {
    await customerLinks.recordOpening(await linkTo(req.params.kind, req, res))
    next()
  })
  for (const upstream of options.upstreams) {
    const ask = upstream.ask ?? askInProcess(upstream.name, upstream.router, options.log)
    for (const endpoint of upstream.forCustomers ?? []) mount(endpoint, ask)
  }

  function mount(endpoint: Endpoint, ask: Ask): void {
    const path = endpoint.path.replace(prefix, '')
    const kind = path.split('/')[1] as string
    const pagePath = `/customer-pages/${kind}`
    /** What the service answers the customer; throws its refusal. */
    const answerTo = async (
      link: CallerLink,
      method: string,
      asked: string,
      res: Response,
      body?: unknown,
    ) => {
      const { addressHash, requestId } = res.locals
      const caller = { user: null, link, addressHash, requestId }
      const reply = await ask({ method, path: asked, caller, body }, options.signingKey)
      if (reply.status < 300) return reply
      throw rejectionIn(reply) ?? new Error(`${endpoint.path} answered ${reply.status}`)
    }
    if (endpoint.method === 'GET')
      return void router.get(path, async (req, res) => {
        const link = await linkTo(kind, req, res)
        const reply = await answerTo(link, 'GET', `/customer-pages${req.url}`, res)
        if (!endpoint.produces) return show(req, res, { reply })
        const name = reply.headers['content-disposition']
        if (name) res.set('Content-Disposition', name)
        res.type(endpoint.produces).send(reply.body)
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
        const reply = await answerTo(link, 'GET', `${pagePath}/${req.params.id}${search}`, res)
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
    const resolved = await resolve(token, res.locals)
    if (!resolved) throw noDocument()
    cookie.set(res, token, resolved.link, resolved.expiresAt)
    res.redirect(303, documentPath(resolved.link.scope))
  })
  router.use(noDocument, refuse(options))
  return router
}

const noContent = (_req: Request, res: Response) => void res.status(204).end()

const noDocument = (): never => {
  throw rejection('not-found', 'There is no such document.')
}

const privately: RequestHandler = (_req, res, next) => {
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
const refuse =
  ({ root, contentFor }: CustomerPagesOptions): ErrorRequestHandler =>
  async (error, req, res, next) => {
    const refusal = toRejection(error)
    if (!refusal || res.headersSent) return next(error)
    const content = await contentFor(req)
    if (isMissing(refusal)) return sendCustomerPage(res.status(404), root, content, deadLinkPage(content))
    if (refusal.retryAfter !== undefined) res.set('Retry-After', String(refusal.retryAfter))
    res.status(statusOf[refusal.code])
    await sendCustomerPage(res, root, content, refusalPage(refusal.message, content))
  }
