import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../../processes/config.ts'
import { runOfRelease } from './releaseProcess.ts'

const copied = ['services', 'gateway', 'infra', 'shell', 'package.json', 'tsconfig.base.json']

/** Inline read models of three services that the next release raises; invoiceSnapshots are made of rows of invoices. */
export const raised = ['customers', 'appointments', 'invoices', 'invoiceSnapshots'] as const

// the newer rows have a column that the older ones lack, made from the events like the others
const raise = `
const raisedNames: readonly string[] = ${JSON.stringify(raised)}
const raise = (projection: AnyProjection): AnyProjection => ({
  ...projection,
  version: projection.version + 1,
  columns: { ...projection.columns, raised: 'integer' },
  evolve: (row, event, key) => {
    const { raised = 0, ...before } = row ?? {}
    const after = projection.evolve(row && before, event, key)
    return after && { ...after, raised: (raised as number) + 1 }
  },
})
`

export type NextRelease = { root: string; remove: () => Promise<void> }

/** A copy of this checkout as its next release: it raises read models, each with a column more. Remove it when done. */
export async function makeNextRelease(): Promise<NextRelease> {
  const copy = await mkdtemp(join(tmpdir(), 'plumbline-next-'))
  const entries = await readdir(root)
  for (const name of [...copied, ...entries.filter((it) => it.startsWith('mfe-'))])
    await cp(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'results'].includes(basename(path)),
    })
  await linkModules(copy)
  const file = join(copy, 'services/platform/src/projections/projection.ts')
  const source = await readFile(file, 'utf8')
  const defined = /(projection: Projection<Event, R>,\n\): Projection<Event, R> => )projection\n/
  if (!defined.test(source)) throw new Error(`${file} defines projections in another way`)
  const replaced = source.replace(
    defined,
    "$1raisedNames.includes(projection.name) && projection.partitionBy === 'stream' ? (raise(projection) as Projection<Event, R>) : projection\n",
  )
  await writeFile(file, replaced + raise)
  return { root: copy, remove: () => rm(copy, { recursive: true, force: true }) }
}

/** Titles of pages in the shell and in a micro-frontend, as they are and as the next release has them. */
export const renamedPages = {
  account: { file: 'shell/src/pages/Account.tsx', title: 'Your account', next: 'Your own account' },
  invoices: {
    file: 'mfe-billing/src/invoices/InvoiceListPage.tsx',
    title: 'Invoices',
    next: 'All invoices',
  },
} as const

/** Builds the front-ends of the next release, with other titles: their scripts have other names. */
export async function renamePages({ root: copy }: NextRelease): Promise<void> {
  for (const { file, title, next } of Object.values(renamedPages)) {
    const source = await readFile(join(copy, file), 'utf8')
    const renamed = source.replace(`title="${title}"`, `title="${next}"`)
    if (renamed === source) throw new Error(`${file} has another title than '${title}'`)
    await writeFile(join(copy, file), renamed)
    // an image has what it was built with, and nothing of the builds before
    await rm(join(copy, file.split('/')[0] as string, 'dist'), { recursive: true })
  }
  await runOfRelease(copy, ['infra/tooling/build/main.ts'], {})
}

/** Its own packages are those of the copy; what others wrote is linked. */
async function linkModules(copy: string): Promise<void> {
  for (const folder of ['.', 'gateway', 'services/platform']) {
    const from = join(root, folder, 'node_modules')
    const to = join(copy, folder, 'node_modules')
    const names = await readdir(from).catch(() => [])
    await mkdir(to, { recursive: true })
    for (const name of names) {
      if (name === '@plumbline')
        await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
      else await symlink(join(from, name), join(to, name))
    }
  }
}
