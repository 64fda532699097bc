import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeHtml } from '@plumbline/platform/html'
import type { Log } from '@plumbline/platform/log'
import { type Request, type Response, Router } from 'express'
import { browserKey } from '../releases/browserKey.ts'
import type { RemoteHealth } from '../releases/health.ts'
import { openStore, type StoreLocation } from '../releases/openStore.ts'
import { publishedFiles } from '../releases/publishedFiles.ts'
import { builtHere, readRemotes } from '../releases/remotes.ts'
import type { RemotesStore } from '../releases/store.ts'
import type { Session } from '../sessions/sessions.ts'
import { type Business, forPages } from './business.ts'
import { type Filled, fill, robotsTxt, sendLanding, sitemapXml, business as wordsOf } from './landing.ts'
import { immutable } from './staticFiles.ts'

export type PagesOptions = {
  /** The folder that holds `shell/dist` and the `mfe-*` folders. */
  root: string
  business: Business
  publicUrl: string | undefined
  sessionOf: (req: Request) => Promise<Session | null>
  health: RemoteHealth
  log: Log
  /** Where published remotes lie; without it everybody gets what was built here. */
  remotesStore?: StoreLocation
  /** Origins that a tab may take a remote from instead. */
  remoteOverrides?: readonly string[]
}

// cannot start with a dot, so it cannot climb
const folderName = /^\w[\w.-]*$/

// `<` could close the script element, the separators are line ends to old parsers
const jsonScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`

/** The shell's document; where remotes are worked on, that of a shell that can exchange their components, if there is one. */
function documentIn(dist: string, development: boolean): string {
  const here = join(dist, 'development', 'index.html')
  return development && existsSync(here) ? here : join(dist, 'app', 'index.html')
}

/** The documents and the files they load. Which document `/` is depends on the session. */
export function createPages({
  root,
  business,
  publicUrl,
  sessionOf,
  health,
  remotesStore,
  remoteOverrides = [],
  log,
}: PagesOptions) {
  const registry = remotesStore ? openStore(remotesStore) : undefined
  const published = registry ? lastKnown(registry, log) : async () => null
  const keyOf = browserKey(publicUrl?.startsWith('https:') ?? false)
  const router = Router()
  const dist = join(root, 'shell', 'dist')
  const wordsFor = (req: Request) => forPages(business, publicUrl ?? `${req.protocol}://${req.get('host')}`)

  const landing = (req: Request, res: Response, filled?: Filled) =>
    sendLanding(res, root, wordsFor(req), filled)

  router.use('/assets/app', immutable(join(dist, 'app')))
  if (remoteOverrides.length > 0) router.use('/assets/development', immutable(join(dist, 'development')))
  router.use('/assets/landing', immutable(join(dist, 'landing')))
  // first what is here: for that no store is asked
  router.use('/remotes/:name/:build/', (req, res, next) => {
    const { name, build } = req.params
    if (!folderName.test(name) || !folderName.test(build)) return next()
    immutable(join(root, `mfe-${name}`, 'dist', build))(req, res, next)
  })
  if (registry) router.use(publishedFiles({ store: registry, published, log }))

  /** The builds that are for whoever asks. */
  const remotesOf = async (req: Request, res: Response) => {
    const [current, session] = await Promise.all([published(), sessionOf(req)])
    const visitor = { userId: session?.user.id ?? null, key: registry ? keyOf(req, res) : '' }
    const remotes = await readRemotes(root, current?.remotes, visitor)
    for (const { name, release } of remotes)
      if (session && release) health.noteLoad(name, release.build, session.id)
    return remotes
  }
  const builtInOf = async (name: string) => (await builtHere(root)).find((it) => it.name === name)?.release
  const hasBuiltIn = async (name: string) => Boolean(await builtInOf(name))
  const isKnown = async (name: string, build: string) =>
    (await builtInOf(name))?.build === build ||
    ((await published())?.remotes[name]?.published.some((it) => it.build === build) ?? false)
  const app = async (req: Request, res: Response) => {
    const values = wordsFor(req)
    const [html, remotes] = await Promise.all([
      readFile(documentIn(dist, remoteOverrides.length > 0), 'utf8'),
      remotesOf(req, res),
    ])
    const boot =
      jsonScript('business', values) +
      jsonScript('remotes', remotes) +
      (remoteOverrides.length > 0 ? jsonScript('remote-overrides', remoteOverrides) : '')
    const page = fill(html, { business: wordsOf(values, escapeHtml) }).replace('<!--boot-->', () => boot)
    res.set('Cache-Control', 'no-store').type('html').send(page)
  }
  router.get('/robots.txt', (req, res) => void res.type('text').send(robotsTxt(wordsFor(req).url)))
  router.get('/sitemap.xml', (req, res) => void res.type('xml').send(sitemapXml(wordsFor(req).url)))
  router.get('/{*path}', async (req, res, next) => {
    if (/^\/(api|assets|remotes)(\/|$)/.test(req.path)) return next()
    if (req.path === '/' && !(await sessionOf(req))) return landing(req, res)
    await app(req, res)
  })
  return { router, landing, remotesOf, isKnown, hasBuiltIn, registry, health }
}

// a store that is slow is not worth more of somebody's time than this, once it is known what it had
const patienceMs = 500

/** What is published; while the store is away or slow, what was there when it was last seen. */
function lastKnown(store: RemotesStore, log: Log) {
  let known: Awaited<ReturnType<RemotesStore['current']>> = null
  let asking: Promise<void> | undefined
  const ask = async () => {
    try {
      known = await store.current()
    } catch (err) {
      log.warn({ err }, 'registry of remotes away')
    } finally {
      asking = undefined
    }
  }
  return async () => {
    asking ??= ask()
    await (known ? Promise.race([asking, sleep(patienceMs, undefined, { ref: false })]) : asking)
    return known
  }
}
