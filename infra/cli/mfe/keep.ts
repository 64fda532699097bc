import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtIn, openStore, publish, type ReleaseStore } from '@plumbline/gateway/releases'

/** The last published builds of all remotes, for the shell to be tested with. */
export const published = join(import.meta.dirname, 'published')

/** Each file once, in its smallest form: browsers on this machine can read it. The manifest leads to them as it is. */
const smallest = (files: ReadonlySet<string>): string[] =>
  [...files].filter((file) =>
    /^mf-manifest\.json/.test(file)
      ? file === 'mf-manifest.json'
      : !file.startsWith('mf-stats') && !file.endsWith('.gz') && !files.has(`${file}.br`),
  )

/** Copies the current build of every remote from a store into a new one, without what only takes room. */
export async function keep(from: ReleaseStore, to: string): Promise<string[]> {
  const remotes = Object.entries((await from.current())?.remotes ?? {})
  if (remotes.length === 0) throw new Error(`Nothing was published to ${from.where}.`)
  await rm(to, { recursive: true, force: true })
  const store = openStore(to)
  for (const [name, entry] of remotes) {
    // what the product was built with is no published build
    const build = entry.current === builtIn ? (entry.published[0]?.build as string) : entry.current
    const draft = mkdtempSync(join(tmpdir(), 'plumbline-keep-'))
    for (const file of smallest(await from.filesOf(name, build))) {
      await mkdir(dirname(join(draft, file)), { recursive: true })
      await writeFile(join(draft, file), (await from.fileOf(name, build, file)) as Buffer)
    }
    await store.upload(name, build, draft)
    await rm(draft, { recursive: true })
    const found = entry.published.find((it) => it.build === build) as (typeof entry.published)[number]
    await store.change((it) => publish(it, found), { by: found.by, what: `publish ${name} ${build}` })
  }
  return remotes.map(([name, { current }]) => `${name} ${current}`)
}
