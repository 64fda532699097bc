import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { type Request, type RequestHandler } from 'express'

// the smaller first
const encodings = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const

/** The precompressed forms that the client accepts. */
export const acceptedEncodings = (req: Request) =>
  encodings.filter(({ encoding }) => req.acceptsEncodings(encoding))

/** Files whose names change with their content; a precompressed form is served where there is one. */
export function immutableFiles(folder: string): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, immutable: true, maxAge: '1y' })
  return (req, res, next) => {
    // documents are templates, which only their own routes serve
    if (req.path.endsWith('.html')) return next()
    res.vary('Accept-Encoding')
    const compressed = acceptedEncodings(req).find(({ suffix }) =>
      existsSync(join(folder, req.path + suffix)),
    )
    if (compressed) {
      res.type(extname(req.path)).set('Content-Encoding', compressed.encoding)
      req.url = req.path + compressed.suffix
    }
    files(req, res, next)
  }
}
