import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprint } from './fingerprint.ts'
import { commonInputs } from './inputs.ts'

export type BuildOptions = {
  log?: (line: string) => void
  /** Build even what has not changed. */
  force?: boolean
  /** Also the shell that remotes of developers' machines run in. */
  development?: boolean
}

const root = resolve(import.meta.dirname, '../..')

/** Builds every front-end whose sources changed. A compiler is only loaded when there is something to build. */
export async function buildAll({
  log = () => {},
  force = false,
  development = false,
}: BuildOptions = {}): Promise<void> {
  const sourcesOf = fingerprints()
  const options = { log, force }
  for (const kind of development ? (['app', 'development'] as const) : (['app'] as const))
    await refresh(`shell/dist/${kind}`, sourcesOf('shell/src'), options, async (outDir) => {
      const { buildHost } = await import('./host.ts')
      await buildHost(root, outDir, kind)
    })
  await refresh('shell/dist/landing', sourcesOf('shell/landing'), options, async (outDir) => {
    const { buildLanding } = await load(join(root, 'shell', 'landing', 'build.ts'))
    await buildLanding({ outDir })
  })
  for (const name of await remotes()) await release(name, sourcesOf(name), options)
}

/** The fingerprint of what a front-end is built from: of its own folder, and of what all are built from. */
function fingerprints(): (folder: string) => string {
  const common = fingerprint(root, commonInputs(root))
  return (folder) => fingerprint(root, [folder], common)
}

/** Builds one remote. */
export async function buildOne(
  name: string,
  { log = () => {}, force = false }: BuildOptions = {},
): Promise<void> {
  await release(`mfe-${name}`, fingerprints()(`mfe-${name}`), { log, force })
}

const load = (file: string) => import(pathToFileURL(file).href)

/** Builds the design system's gallery into `shell/ui/dist/gallery`. */
export async function buildGallery({ log = () => {}, force = false }: BuildOptions = {}): Promise<void> {
  await refresh(
    'shell/ui/dist/gallery',
    fingerprints()('shell/ui/gallery'),
    { log, force },
    async (outDir) => {
      const { buildGalleryPage } = await import('./gallery.ts')
      await buildGalleryPage(root, outDir)
    },
  )
}

const remotes = async () =>
  (await readdir(root)).filter(
    (name) => name.startsWith('mfe-') && existsSync(join(root, name, 'rspack.config.ts')),
  )

type Options = Required<Pick<BuildOptions, 'log' | 'force'>>

/** Builds beside the folder that is served and swaps the two, so that half a build is never served. */
async function refresh(
  folder: string,
  current: string,
  { log, force }: Options,
  build: (outDir: string) => Promise<void>,
): Promise<void> {
  const target = join(root, folder)
  if (!force && (await readFile(join(target, '.stamp'), 'utf8').catch(() => '')) === current) return
  const began = performance.now()
  const [fresh, old] = [`${target}.${process.pid}`, `${target}.${process.pid}.old`]
  await mkdir(join(target, '..'), { recursive: true })
  await build(fresh)
  await writeFile(join(fresh, '.stamp'), current)
  await rename(target, old).catch(() => {})
  // a concurrent build of the same sources was faster
  await rename(fresh, target).catch(() => rm(fresh, { recursive: true, force: true }))
  await rm(old, { recursive: true, force: true })
  log(`Built ${folder} in ${Math.round(performance.now() - began)} ms`)
}

/** Builds a remote into a directory named by its sources, unless that is the one in use. */
async function release(name: string, sources: string, { log, force }: Options): Promise<void> {
  const folder = join(root, name)
  const build = sources.slice(0, 12)
  const current = JSON.parse(await readFile(join(folder, 'dist', 'release.json'), 'utf8').catch(() => '{}'))
  if (!force && current.build === build && existsSync(join(folder, 'dist', build))) return
  const began = performance.now()
  const { buildRemote } = await import('./remote.ts')
  const { default: configuration } = await load(join(folder, 'rspack.config.ts'))
  await buildRemote(folder, configuration, build)
  log(`Built ${name} ${build} in ${Math.round(performance.now() - began)} ms`)
}
