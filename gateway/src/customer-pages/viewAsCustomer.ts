import { type Rejection, rejection, statusOf } from '@plumbline/platform/errors'
import { type CallerLink, type Endpoint, requireAccess } from '@plumbline/platform/http'
import { type LinkKind, linkRights } from '@plumbline/platform/rights'
import { pathId } from '@plumbline/platform/schemas'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Session } from '../sessions/sessions.ts'
import { type Ask, askInProcess } from '../upstreams/ask.ts'
import { readOnlyPage, sendCustomerPage } from './frame.ts'
import {
  askForCustomer,
  type CustomerPagesOptions,
  noDocument,
  type PageReply,
  pageIn,
  prefix,
  privately,
  readPage,
  refuse,
  sendFile,
} from './routes.ts'

/** Where members see the pages of customers. */
export const viewRoot = '/view-as-customer'

type ViewOptions = Pick<
  CustomerPagesOptions,
  'log' | 'root' | 'upstreams' | 'customerLinks' | 'signingKey' | 'contentFor'
>

/**
 * The page of a document and its files as its customer gets them, for a member who may give the customer the link. It is only read:
 * no link is issued, no opening is noted, and no form is sent.
 */
export function viewAsCustomer(options: ViewOptions): RequestHandler {
  const { log, root, customerLinks, contentFor, signingKey } = options
  const router = Router({ caseSensitive: true })
  // before any path is looked at, so that a visitor does not learn which there are
  router.use(privately, (_req, res, next) => {
    requireAccess('self', { user: sessionOf(res)?.user ?? null })
    next()
  })
  for (const upstream of options.upstreams) {
    const ask = upstream.ask ?? askInProcess(upstream.name, upstream.router, log)
    for (const endpoint of upstream.forCustomers ?? []) if (endpoint.method === 'GET') mount(endpoint, ask)
  }

  function mount({ path, needs, produces }: Endpoint, ask: Ask): void {
    const kind = needs.replace('link:', '') as LinkKind
    router.get(path.replace(prefix, ''), async (req, res) => {
      const { user } = sessionOf(res) as Session
      requireAccess(linkRights[kind], { user })
      const scope = { kind, id: idIn(req) }
      const { customerId, customerName, isSent } = await customerLinks.findCustomer(scope)
      const link: CallerLink = { linkId: 0, customerId, scope, ...(!isSent && { isPreview: true }) }
      const { search } = new URL(req.url, 'http://page')
      const askWith = (chosen: string) => {
        const asked = { method: 'GET', path: `/customer-pages${req.path}${chosen}`, link }
        return askForCustomer(ask, asked, res, signingKey)
      }
      const { reply, refusal }: PageReply = produces
        ? { reply: await askWith(search) }
        : await readPage(askWith, search)
      const { requestId, addressHash } = res.locals
      log.info({ requestId, addressHash, userId: user.id, customerId, path: req.path }, 'viewed as customer')
      if (produces) return sendFile(res, reply, produces)
      const notice = isSent
        ? `This is what ${customerName} sees. Nothing here can be sent.`
        : `This is what ${customerName} will see: it is not sent yet. Nothing here can be sent.`
      const page = readOnlyPage(pageIn(reply), viewRoot, notice)
      if (refusal) res.status(statusOf[refusal.code])
      const form = refusal && { values: {}, notice: refusal.message }
      await sendCustomerPage(res, root, await contentFor(req), page, form)
    })
  }

  router.use(noDocument, refuse(options, isMissing))
  return router
}

const sessionOf = ({ locals }: Response): Session | undefined => locals.session

function idIn(req: Request): number {
  const { data, success } = pathId.safeParse(req.params.id)
  if (!success) throw rejection('not-found', 'There is no such document.')
  return data
}

// the same page as a customer gets whose link opens nothing; a member reads what is wrong with their session or their rights
const isMissing = ({ code }: Rejection) => code === 'not-found'
