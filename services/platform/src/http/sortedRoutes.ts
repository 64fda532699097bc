import { type RequestHandler, Router } from 'express'
import type { Endpoint } from './endpoint.ts'

/** `/api/customers` of `/api/customers/7`. */
const placeOf = (path: string) => path.split('/', 3).join('/')

/** Routes of many calls: whoever asks is compared with those of the same method and place, not with all there are. */
export function sortedRoutes() {
  const sorted = new Map<string, Router>()
  const handler: RequestHandler = (req, res, next) => {
    const method = req.method === 'HEAD' ? 'GET' : req.method
    const router = sorted.get(`${method} ${placeOf(req.path)}`)
    if (router) router(req, res, next)
    else next()
  }
  const add = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, ...handlers: RequestHandler[]) => {
    const place = placeOf(path)
    if (/[^\w/-]/.test(place)) throw new Error(`${path} must begin with two plain words.`)
    const key = `${method} ${place}`
    const router = sorted.get(key) ?? Router({ caseSensitive: true })
    sorted.set(key, router)
    router[method.toLowerCase() as 'get'](path, ...handlers)
  }
  return { add, handler }
}
