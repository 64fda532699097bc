import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@plumbline/platform/db'
import type { FilesLocation } from '@plumbline/platform/files'
import { escapeHtml } from '@plumbline/platform/html'
import type { Log } from '@plumbline/platform/log'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { browserKey } from '../releases/browserKey.ts'
import type { RemoteHealth } from '../releases/health.ts'
import { folderName, publishedFiles } from '../releases/publishedFiles.ts'
import { readBuiltIn, readRemotes } from '../releases/remotes.ts'
import type { ReleaseStore } from '../releases/store.ts'
import { openStore } from '../releases/store.ts'
import { contentSecurityPolicy } from '../security/headers.ts'
import type { Session } from '../sessions/sessions.ts'
import { toPageBusiness } from './business.ts'
import { createContentReader, type PageSource } from './content.ts'
import {
  accentStyle,
  type FormState,
  robotsTxt,
  sendLanding,
  sitemapXml,
  stylesIn,
  textGroups,
} from './landing.ts'
import { immutableFiles } from './staticFiles.ts'
import { storedFiles } from './storedFiles.ts'
import { fillTemplate } from './template.ts'

export type PagesOptions = {
  pool: Pool
  /** The folder that holds `shell/dist` and the `mfe-*` folders. */
  root: string
  page: PageSource
  publicUrl: string | undefined
  sessionOf: (req: Request) => Promise<Session | null>
  health: RemoteHealth
  log: Log
  /** Where published remotes are stored; without it everyone gets the built-in ones. */
  remotesStore?: FilesLocation
  /** Origins from which a tab may load a remote instead. */
  remoteOverrides?: readonly string[]
  /** Counts the documents that an address asks for. */
  limitDocuments: RequestHandler
}

// `<` could close the script element, the separators are line ends to old parsers
const jsonScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`

/** The shell's document; during development that of a shell with hot reload, if it was built. */
function documentIn(dist: string, isDevelopment: boolean): string {
  const document = join(dist, 'development', 'index.html')
  return isDevelopment && existsSync(document) ? document : join(dist, 'app', 'index.html')
}

/** The documents and the files they load. `/` is the landing page or the application, depending on the session. */
export function createPages({
  pool,
  root,
  page,
  publicUrl,
  sessionOf,
  health,
  remotesStore,
  remoteOverrides = [],
  limitDocuments,
  log,
}: PagesOptions) {
  const store = remotesStore ? openStore(remotesStore) : undefined
  const published = store ? lastPublished(store, log) : async () => null
  const keyOf = browserKey(publicUrl?.startsWith('https:') ?? false)
  const isDevelopment = remoteOverrides.length > 0
  const router = Router()
  const dist = join(root, 'shell', 'dist')
  const readContent = createContentReader(page, log)
  const addressFor = (req: Request) => publicUrl ?? `${req.protocol}://${req.get('host')}`
  const contentFor = async (req: Request) => {
    const content = await readContent()
    return { ...content, business: toPageBusiness(content.business, addressFor(req)) }
  }

  const landing = async (req: Request, res: Response, form?: FormState) =>
    sendLanding(res, root, await contentFor(req), form)

  router.use('/assets/app', immutableFiles(join(dist, 'app')))
  if (isDevelopment) router.use('/assets/development', immutableFiles(join(dist, 'development')))
  router.use('/assets/landing', immutableFiles(join(dist, 'landing')))
  // built-in files first: they need no store
  router.use('/remotes/:name/:build/', (req, res, next) => {
    const { name, build } = req.params
    if (!folderName.test(name) || !folderName.test(build)) return next()
    immutableFiles(join(root, `mfe-${name}`, 'dist', build))(req, res, next)
  })
  if (store) router.use(publishedFiles({ store, published, log }))
  router.use(storedFiles(pool))

  const reported = new Set<string>()
  const reportCollision = (collision: string) => {
    if (!reported.has(collision)) log.error({ collision }, 'published builds collide')
    reported.add(collision)
  }
  /** The remotes for this request's browser and user. */
  const remotesFor = async (req: Request, res: Response) => {
    const [current, session] = await Promise.all([published(), sessionOf(req)])
    const visitor = { userId: session?.user.id ?? null, key: store ? keyOf(req, res) : '' }
    const remotes = await readRemotes(root, current?.remotes, visitor, reportCollision)
    for (const { name, release } of remotes)
      if (session && release) health.recordLoad(name, release.build, session.user.id)
    return remotes
  }
  const readBuiltIns = () => readBuiltIn(root)
  const isKnownBuild = async (name: string, build: string) =>
    (await readBuiltIns()).find((it) => it.name === name)?.release?.build === build ||
    ((await published())?.remotes[name]?.published.some((it) => it.build === build) ?? false)
  const app = async (req: Request, res: Response) => {
    const [content, html, remotes] = await Promise.all([
      contentFor(req),
      readFile(documentIn(dist, isDevelopment), 'utf8'),
      remotesFor(req, res),
    ])
    const accent = accentStyle(content)
    const boot =
      accent +
      jsonScript('business', content.business) +
      jsonScript('remotes', remotes) +
      (isDevelopment ? jsonScript('remote-overrides', remoteOverrides) : '')
    const groups = textGroups(content, escapeHtml)
    const { lists } = content
    const document = fillTemplate(html, { groups, lists, escapeText: escapeHtml })
    const policy = contentSecurityPolicy(stylesIn(accent), remoteOverrides)
    res.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy })
    res.type('html').send(document.replace('<!--boot-->', () => boot))
  }
  router.get('/robots.txt', (req, res) => void res.type('text').send(robotsTxt(addressFor(req))))
  router.get('/sitemap.xml', (req, res) => void res.type('xml').send(sitemapXml(addressFor(req))))
  const isDocument: RequestHandler = (req, _res, next) =>
    next(/^\/(api|assets|remotes)(\/|$)/.test(req.path) ? 'route' : undefined)
  router.get('/{*path}', isDocument, limitDocuments, async (req, res) => {
    if (req.path === '/' && !(await sessionOf(req))) return landing(req, res)
    await app(req, res)
  })
  return { router, landing, contentFor, remotesFor, isKnownBuild, readBuiltIns, store, health }
}

// with an earlier answer at hand a slow store delays a page no longer than this
const storeTimeoutMs = 500

/** What is published; while the store is unavailable or slow, its last answer. */
function lastPublished(store: ReleaseStore, log: Log) {
  let last: Awaited<ReturnType<ReleaseStore['recent']>> = null
  let pending: Promise<void> | undefined
  const refresh = async () => {
    try {
      last = await store.recent()
    } catch (err) {
      log.warn({ err }, 'release store unavailable')
    } finally {
      pending = undefined
    }
  }
  return async () => {
    pending ??= refresh()
    await (last ? Promise.race([pending, sleep(storeTimeoutMs, undefined, { ref: false })]) : pending)
    return last
  }
}
