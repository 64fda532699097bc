import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { escapeHtml } from '@plumbline/platform/html'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Business, forPages } from './business.ts'
import { contentSecurityPolicy } from './headers.ts'
import { readRemotes } from './remotes.ts'

export type PagesOptions = {
  /** The folder that holds `shell/dist` and the `mfe-*` folders. */
  root: string
  business: Business
  publicUrl: string | undefined
  signedIn: (req: Request) => Promise<boolean>
}

// cannot start with a dot, so it cannot climb
const folderName = /^\w[\w.-]*$/

// `<` could close the script element, the separators are line ends to old parsers
const jsonScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`

const fill = (html: string, values: Record<string, string>) =>
  html.replace(/\{\{business\.(\w+)\}\}/g, (token, key) =>
    key in values ? escapeHtml(values[key] as string) : token,
  )

/** The documents and the files they load. Which document `/` is depends on the session. */
export function pageRoutes({ root, business, publicUrl, signedIn }: PagesOptions): Router {
  const router = Router()
  const dist = join(root, 'shell', 'dist')
  const valuesFor = (origin: string) => forPages(business, publicUrl ?? origin)

  router.use('/assets/app', immutable(join(dist, 'app')))
  router.use('/assets/landing', immutable(join(dist, 'landing')))
  router.use('/remotes/:name/:build/', (req, res, next) => {
    const { name, build } = req.params
    if (!folderName.test(name) || !folderName.test(build)) return next()
    immutable(join(root, `mfe-${name}`, 'dist', build))(req, res, next)
  })

  const landing = async (res: Response, origin: string) => {
    const html = fill(await readFile(join(dist, 'landing', 'index.html'), 'utf8'), valuesFor(origin))
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1] as string)
    res.set('Content-Security-Policy', contentSecurityPolicy(styles))
    sendPage(res, html)
  }
  const app = async (res: Response, origin: string) => {
    const values = valuesFor(origin)
    const [html, remotes] = await Promise.all([
      readFile(join(dist, 'app', 'index.html'), 'utf8'),
      readRemotes(root),
    ])
    const boot = jsonScript('business', values) + jsonScript('remotes', remotes)
    sendPage(
      res,
      fill(html, values).replace('<!--boot-->', () => boot),
    )
  }
  router.get('/{*path}', async (req, res, next) => {
    if (/^\/(api|assets|remotes)(\/|$)/.test(req.path)) return next()
    const page = req.path === '/' && !(await signedIn(req)) ? landing : app
    await page(res, `${req.protocol}://${req.get('host')}`)
  })
  return router
}

const sendPage = (res: Response, html: string) => res.set('Cache-Control', 'no-store').type('html').send(html)

// the smaller first
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Files whose names change with their content; where a compressed twin lies beside one, that is served. */
function immutable(folder: string): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, immutable: true, maxAge: '1y' })
  return (req, res, next) => {
    // a document is only served filled in
    if (req.path.endsWith('.html')) return next()
    res.vary('Accept-Encoding')
    const found = encodings.find(
      ([name, suffix]) => req.acceptsEncodings(name) && existsSync(join(folder, req.path + suffix)),
    )
    if (found) {
      res.type(extname(req.path)).set('Content-Encoding', found[0])
      req.url = req.path + found[1]
    }
    files(req, res, next)
  }
}
