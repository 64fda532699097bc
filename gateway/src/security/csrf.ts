import { rejection } from '@plumbline/platform/errors'
import type { RequestHandler } from 'express'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])
const ownSites = new Set(['same-origin', 'none'])
const refusal = () => rejection('forbidden', 'This request came from another site.')

/**
 * Refuses requests that other sites make a browser send. SameSite cookies alone do not: a page on
 * another port of the same host counts as the same site. Bodies must be JSON, which a form cannot send.
 */
export const refuseForeignSites =
  (publicOrigin: string | undefined): RequestHandler =>
  (req, _res, next) => {
    if (harmless.has(req.method)) return next()
    const site = req.get('sec-fetch-site')
    if (site !== undefined && !ownSites.has(site)) throw refusal()
    const origin = req.get('origin')
    if (origin !== undefined && origin !== (publicOrigin ?? `${req.protocol}://${req.get('host')}`))
      throw refusal()
    next()
  }
