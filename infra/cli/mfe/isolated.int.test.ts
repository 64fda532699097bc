import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../../processes/config.ts'
import { buildIsolated } from './isolated.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-isolated-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A remote with one more import in its widgets. */
function withImport(remote: string, specifier: string): string {
  const source = join(folder, specifier.replaceAll(/\W/g, '_'))
  cpSync(join(root, `mfe-${remote}`), source, {
    recursive: true,
    filter: (file) => !/\/(node_modules|dist)$/.test(file),
  })
  writeFileSync(
    join(source, 'src/widgets.tsx'),
    `import * as imported from '${specifier}'\nexport * from './lent.tsx'\nexport const reexported = imported\n`,
  )
  cpSync(join(root, `mfe-${remote}/src/widgets.tsx`), join(source, 'src/lent.tsx'))
  return source
}

it('a remote is built with what it declares', async () => {
  const built = await buildIsolated('crm', withImport('crm', 'lucide-react'))
  expect(built.build).toMatch(/^[0-9a-f]{12}$/)
  await built.remove()
})

it('a build is the same in whichever folder its sources are', async () => {
  const scripts: string[][] = []
  for (let n = 0; n < 2; n++) {
    const { folder: copy, build, remove } = await buildIsolated('crm')
    // their names have the hash of their content
    scripts.push(readdirSync(join(copy, 'dist', build, 'js')).sort())
    await remove()
  }
  expect(scripts[0]?.length).toBeGreaterThan(20)
  expect(scripts[1]).toEqual(scripts[0])
})

it.each([
  ['a package it does not declare, though another part has it installed', 'crm', '@visx/scale'],
  ['another one, of a service it does not name', 'messaging', '@node-rs/argon2'],
  ['another remote', 'crm', '@plumbline/mfe-billing'],
  ['the shell', 'crm', '@plumbline/shell'],
])('%s is not found', async (_what, remote, specifier) => {
  await expect(buildIsolated(remote, withImport(remote, specifier))).rejects.toThrow(
    `Can't resolve '${specifier}'`,
  )
})
