import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { type Request, type RequestHandler } from 'express'

// the smaller first
const twins = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const

/** The compressed forms that whoever asks can read. */
export const twinsFor = (req: Request) => twins.filter(({ encoding }) => req.acceptsEncodings(encoding))

/** Files whose names change with their content; where a compressed twin lies beside one, that is served. */
export function immutable(folder: string): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, immutable: true, maxAge: '1y' })
  return (req, res, next) => {
    // a document is only served filled in
    if (req.path.endsWith('.html')) return next()
    res.vary('Accept-Encoding')
    const found = twinsFor(req).find(({ suffix }) => existsSync(join(folder, req.path + suffix)))
    if (found) {
      res.type(extname(req.path)).set('Content-Encoding', found.encoding)
      req.url = req.path + found.suffix
    }
    files(req, res, next)
  }
}
