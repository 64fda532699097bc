import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { base } from './base.ts'
import { compile } from './compile.ts'
import { compressFolder } from './compress.ts'
import { remoteFederation } from './federation.ts'

const keptBuilds = 3

/** The configuration of a remote; a remote's `rspack.config.ts` is a call of this. */
export function remoteConfig(folder: string, name: string): Configuration {
  const shared = base(folder, `@plumbline/mfe-${name}`)
  return {
    ...shared,
    entry: {},
    // the dashboard takes a chunk of each remote and not three; smaller ones are part of what uses them
    optimization: { ...shared.optimization, splitChunks: { minSize: 40_000 } },
    output: { ...shared.output, publicPath: 'auto' },
    plugins: [
      remoteFederation(name, { './routes': './src/routes.tsx', './widgets': './src/widgets.tsx' }),
      // the registry vouches for the entry, the entry for all that it loads
      new rspack.SubresourceIntegrityPlugin({ htmlPlugin: false }),
    ],
  }
}

const sha384 = async (file: string) =>
  `sha384-${createHash('sha384')
    .update(await readFile(file))
    .digest('base64')}`

/** Builds one remote into an immutable directory of its own and points `release.json` at it. */
export async function buildRemote(
  folder: string,
  configuration: Configuration,
  build: string,
): Promise<void> {
  const dist = join(folder, 'dist')
  const temporary = join(dist, `.${build}.${process.pid}`)
  await mkdir(temporary, { recursive: true })
  await compile({ ...configuration, output: { ...configuration.output, path: temporary } })
  await compressFolder(temporary)
  const final = join(dist, build)
  // a concurrent build of the same sources may have been faster
  await rename(temporary, final).catch(() => rm(temporary, { recursive: true, force: true }))
  // of what is served, which may be that other one
  const entry = (await readdir(final)).find((file) => /^remoteEntry\.\w+\.js$/.test(file)) as string
  const integrity = {
    [entry]: await sha384(join(final, entry)),
    'mf-manifest.json': await sha384(join(final, 'mf-manifest.json')),
  }
  const release = { build, entry: 'mf-manifest.json', integrity, preload: [entry] }
  const pointer = join(dist, `.release.${process.pid}`)
  await writeFile(pointer, JSON.stringify(release, null, 2))
  await rename(pointer, join(dist, 'release.json'))
  await removeOldBuilds(dist, build)
}

async function removeOldBuilds(dist: string, current: string): Promise<void> {
  const builds = (await readdir(dist, { withFileTypes: true })).filter(
    (it) => it.isDirectory() && !it.name.startsWith('.'),
  )
  const aged = await Promise.all(
    builds.map(async ({ name }) => ({ name, at: (await stat(join(dist, name))).mtimeMs })),
  )
  const old = aged
    .filter(({ name }) => name !== current)
    .sort((a, b) => b.at - a.at)
    .slice(keptBuilds - 1)
  for (const { name } of old) await rm(join(dist, name), { recursive: true, force: true })
}
