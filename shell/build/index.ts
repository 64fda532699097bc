import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprint } from './fingerprint.ts'
import { buildHost } from './host.ts'
import { buildRemote } from './remote.ts'

export { remoteConfig } from './remote.ts'

export type BuildOptions = {
  log?: (line: string) => void /** Build even what has not changed. */
  force?: boolean
}

const root = resolve(import.meta.dirname, '../..')
const common = ['package-lock.json', 'shell/build', 'shell/contract', 'shell/ui']

const serviceContracts = async () =>
  (await readdir(join(root, 'services'))).flatMap((name) =>
    ['api', 'events']
      .map((file) => `services/${name}/src/${file}.ts`)
      .filter((file) => existsSync(join(root, file))),
  )

/** Builds every front-end whose sources changed since its last build. */
export async function buildAll({ log = () => {}, force = false }: BuildOptions = {}): Promise<void> {
  const inputs = [...common, ...(await serviceContracts())]
  const remotes = (await readdir(root)).filter(
    (name) => name.startsWith('mfe-') && existsSync(join(root, name, 'rspack.config.ts')),
  )
  await unlessFresh('shell/dist/app', [...inputs, 'shell/src'], force, log, (outDir) =>
    buildHost(root, outDir),
  )
  await unlessFresh('shell/dist/landing', [...inputs, 'shell/landing'], force, log, async (outDir) => {
    const { buildLanding } = await import(pathToFileURL(join(root, 'shell', 'landing', 'build.ts')).href)
    await buildLanding({ outDir })
  })
  for (const name of remotes) await buildOne(name, [...inputs, name], force, log)
}

/** Builds beside the folder that is served and swaps the two, so that nobody sees half a build. */
async function unlessFresh(
  folder: string,
  inputs: string[],
  force: boolean,
  log: (line: string) => void,
  build: (outDir: string) => Promise<void>,
): Promise<void> {
  const target = join(root, folder)
  const current = await fingerprint(root, inputs)
  if (!force && (await readFile(join(target, '.stamp'), 'utf8').catch(() => '')) === current) return
  const began = performance.now()
  const temporary = `${target}.${process.pid}`
  await mkdir(join(target, '..'), { recursive: true })
  await build(temporary)
  await writeFile(join(temporary, '.stamp'), current)
  await rm(`${temporary}.old`, { recursive: true, force: true })
  await rename(target, `${temporary}.old`).catch(() => {})
  await rename(temporary, target).catch(() => rm(temporary, { recursive: true, force: true }))
  await rm(`${temporary}.old`, { recursive: true, force: true })
  log(`Built ${folder} in ${Math.round(performance.now() - began)} ms`)
}

async function buildOne(
  name: string,
  inputs: string[],
  force: boolean,
  log: (line: string) => void,
): Promise<void> {
  const folder = join(root, name)
  const build = (await fingerprint(root, inputs)).slice(0, 12)
  const release = await readFile(join(folder, 'dist', 'release.json'), 'utf8').catch(() => '{}')
  if (!force && JSON.parse(release).build === build && existsSync(join(folder, 'dist', build))) return
  const began = performance.now()
  const { default: configuration } = await import(pathToFileURL(join(folder, 'rspack.config.ts')).href)
  await buildRemote(folder, configuration, build)
  log(`Built ${name} ${build} in ${Math.round(performance.now() - began)} ms`)
}
