import { rejection } from '@plumbline/platform/errors'
import type { RequestHandler } from 'express'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const allowedSites = new Set(['same-origin', 'none'])
const foreignSite = () => rejection('forbidden', 'This request came from another site.')

/**
 * Rejects requests that other sites make a browser send. SameSite cookies are not enough, because another port of the
 * same host is the same site.
 */
export const refuseForeignSites =
  (publicOrigin: string | undefined): RequestHandler =>
  (req, _res, next) => {
    if (safeMethods.has(req.method)) return next()
    const site = req.get('sec-fetch-site')
    if (site !== undefined && !allowedSites.has(site)) throw foreignSite()
    const origin = req.get('origin')
    // of a form of our own page behind `Referrer-Policy: no-referrer`; no script and no other site can send both
    if (origin === 'null' && site === 'same-origin') return next()
    if (origin !== undefined && origin !== (publicOrigin ?? `${req.protocol}://${req.get('host')}`))
      throw foreignSite()
    next()
  }
