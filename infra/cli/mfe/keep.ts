import { createReadStream, createWriteStream, mkdtempSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { builtIn, openStore, publish, type ReleaseStore } from '@plumbline/gateway/releases'
import tar from 'tar-fs'

/** The last published builds of all remotes, for the shell to be tested with. */
export const publishedArchive = join(import.meta.dirname, 'published.tar')

/** Each file once, in its smallest form: browsers on this machine can read it. The manifest leads to them as it is. */
const smallest = (files: ReadonlySet<string>): string[] =>
  [...files].filter((file) =>
    /^mf-manifest\.json/.test(file)
      ? file === 'mf-manifest.json'
      : !file.startsWith('mf-stats') && !file.endsWith('.gz') && !files.has(`${file}.br`),
  )

/** Archives the current build of every remote of a store as a store of its own, without what only takes room. */
export async function archiveCurrent(from: ReleaseStore, archive: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-keep-'))
  try {
    const builds = await copyCurrent(from, join(folder, 'store'), join(folder, 'draft'))
    await pack(join(folder, 'store'), archive)
    return builds
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function copyCurrent(from: ReleaseStore, to: string, draft: string): Promise<string[]> {
  const remotes = Object.entries((await from.current())?.remotes ?? {})
  if (remotes.length === 0) throw new Error(`Nothing was published to ${from.where}.`)
  const store = openStore(to)
  for (const [name, entry] of remotes) {
    // what the product was built with is no published build
    const build = entry.current === builtIn ? (entry.published[0]?.build as string) : entry.current
    for (const file of smallest(await from.filesOf(name, build))) {
      await mkdir(dirname(join(draft, file)), { recursive: true })
      await writeFile(join(draft, file), (await from.fileOf(name, build, file)) as Buffer)
    }
    await store.upload(name, build, draft)
    await rm(draft, { recursive: true })
    const published = entry.published.find((it) => it.build === build) as (typeof entry.published)[number]
    await store.change((it) => publish(it, published), { by: published.by, what: `publish ${name} ${build}` })
  }
  return remotes.map(([name, { current }]) => `${name} ${current}`)
}

/** Packs the files below a folder; not compressed, because they are. The same files make the same archive. */
export async function pack(folder: string, archive: string): Promise<void> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = all.filter((it) => it.isFile()).map((it) => relative(folder, join(it.parentPath, it.name)))
  const reproducible = (header: tar.Headers) =>
    Object.assign(header, { mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 })
  await pipeline(tar.pack(folder, { entries: files.sort(), map: reproducible }), createWriteStream(archive))
}

export const unpack = (archive: string, folder: string): Promise<void> =>
  pipeline(createReadStream(archive), tar.extract(folder))
