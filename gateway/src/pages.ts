import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { escapeHtml } from '@plumbline/platform/html'
import type { Log } from '@plumbline/platform/log'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Business, forPages } from './business.ts'
import { type Filled, fill, robotsTxt, sendLanding, sitemapXml, business as wordsOf } from './landing.ts'
import { browserKey } from './registry/browserKey.ts'
import { folderStore, type RegistryStore } from './registry/folderStore.ts'
import { readRemotes } from './remotes.ts'
import type { SessionUser } from './sessions.ts'

export type PagesOptions = {
  /** The folder that holds `shell/dist` and the `mfe-*` folders. */
  root: string
  business: Business
  publicUrl: string | undefined
  userOf: (req: Request) => Promise<SessionUser | null>
  log: Log
  /** The folder of what was published; without one everybody gets what was built here. */
  remotesStore?: string
}

// cannot start with a dot, so it cannot climb
const folderName = /^\w[\w.-]*$/

// `<` could close the script element, the separators are line ends to old parsers
const jsonScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`

/** The documents and the files they load. Which document `/` is depends on the session. */
export function createPages({ root, business, publicUrl, userOf, remotesStore, log }: PagesOptions) {
  const registry = remotesStore ? folderStore(remotesStore) : undefined
  const published = registry ? lastKnown(registry, log) : async () => null
  const keyOf = browserKey(publicUrl?.startsWith('https:') ?? false)
  const router = Router()
  const dist = join(root, 'shell', 'dist')
  const wordsFor = (req: Request) => forPages(business, publicUrl ?? `${req.protocol}://${req.get('host')}`)

  const landing = (req: Request, res: Response, filled?: Filled) =>
    sendLanding(res, root, wordsFor(req), filled)

  router.use('/assets/app', immutable(join(dist, 'app')))
  router.use('/assets/landing', immutable(join(dist, 'landing')))
  router.use('/remotes/:name/:build/', (req, res, next) => {
    const { name, build } = req.params
    if (!folderName.test(name) || !folderName.test(build)) return next()
    const here = immutable(join(root, `mfe-${name}`, 'dist', build))
    if (!remotesStore) return here(req, res, next)
    const { url } = req
    immutable(join(remotesStore, name, build))(req, res, (error) => {
      req.url = url
      if (error) next(error)
      else here(req, res, next)
    })
  })

  /** The builds that are for whoever asks. */
  const remotesOf = async (req: Request, res: Response) => {
    const [current, user] = await Promise.all([published(), userOf(req)])
    const visitor = { userId: user?.id ?? null, key: registry ? keyOf(req, res) : '' }
    return readRemotes(root, current?.remotes, visitor)
  }
  const app = async (req: Request, res: Response) => {
    const values = wordsFor(req)
    const [html, remotes] = await Promise.all([
      readFile(join(dist, 'app', 'index.html'), 'utf8'),
      remotesOf(req, res),
    ])
    const boot = jsonScript('business', values) + jsonScript('remotes', remotes)
    const page = fill(html, { business: wordsOf(values, escapeHtml) }).replace('<!--boot-->', () => boot)
    res.set('Cache-Control', 'no-store').type('html').send(page)
  }
  router.get('/robots.txt', (req, res) => void res.type('text').send(robotsTxt(wordsFor(req).url)))
  router.get('/sitemap.xml', (req, res) => void res.type('xml').send(sitemapXml(wordsFor(req).url)))
  router.get('/{*path}', async (req, res, next) => {
    if (/^\/(api|assets|remotes)(\/|$)/.test(req.path)) return next()
    if (req.path === '/' && !(await userOf(req))) return landing(req, res)
    await app(req, res)
  })
  return { router, landing, remotesOf, registry }
}

/** What is published; while the store is away, what was there when it was last seen. */
function lastKnown(store: RegistryStore, log: Log) {
  let known: Awaited<ReturnType<RegistryStore['current']>> = null
  return async () => {
    try {
      known = await store.current()
    } catch (err) {
      log.warn({ err }, 'registry of remotes away')
    }
    return known
  }
}

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
