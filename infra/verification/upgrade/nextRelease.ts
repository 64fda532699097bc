import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPackages } from '../../cli/mfe/isolated.ts'
import { root } from '../../processes/config.ts'
import { runOfRelease } from './releaseProcess.ts'

const skipped = /^\/(.*\/)?(node_modules|\.git|\.data|results)(\/|$)/

/** A copy of the repository that a test may change, with what is built already. Packages that others wrote are linked. */
export async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'plumbline-copy-'))
  await cp(root, copy, { recursive: true, filter: (path) => !skipped.test(path.slice(root.length)) })
  linkPackages(copy)
  for (const folder of ['gateway', 'services/platform']) {
    const own = join(root, folder, 'node_modules')
    if (existsSync(own)) await symlink(own, join(copy, folder, 'node_modules'))
  }
  return copy
}

/** Inline read models of three services that the next release raises; invoiceSnapshots are made of rows of invoices. */
export const raised = ['customers', 'appointments', 'invoices', 'invoiceSnapshots'] as const

// the newer rows have a column that the older ones lack, made from the events like the others
const raise = `
const raisedNames: readonly string[] = ${JSON.stringify(raised)}
const raise = (projection: AnyProjection): AnyProjection => ({
  ...projection,
  version: projection.version + 1,
  columns: { ...projection.columns, raised: { type: 'integer', isNullable: false } },
  evolve: (row, event) => {
    const { raised = 0, ...before } = row ?? {}
    const after = projection.evolve(row && before, event)
    return after && { ...after, raised: (raised as number) + 1 }
  },
})
`

export type NextRelease = { root: string; remove: () => Promise<void> }

/** A copy of this checkout as its next release: it raises read models, each with a column more. Remove it when done. */
export async function makeNextRelease(): Promise<NextRelease> {
  const copy = await copyRepository()
  const file = join(copy, 'services/platform/src/projections/projection.ts')
  const source = await readFile(file, 'utf8')
  const defined = /( return )projection\n/
  if (!defined.test(source)) throw new Error(`${file} defines projections in another way`)
  const replaced = source.replace(
    defined,
    '$1raisedNames.includes(projection.name) ? (raise(projection) as typeof projection) : projection\n',
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
