import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../processes/config.ts'

/** What a code block of the recipes changes in one file, and the line at which the block begins. */
export type Change = { line: number; diff: string }

/** The changes of a document, in order. Each code block is a unified diff of one file or of several. */
export const changesOf = (text: string): Change[] =>
  [...text.matchAll(/^ *```(.*)\n([\s\S]*?)^ *```$/gm)].flatMap(({ index, 1: language, 2: block = '' }) => {
    const line = text.slice(0, index).split('\n').length
    if (language !== 'diff' || !/^--- .+\n\+\+\+ .+\n@@ /.test(block))
      throw new Error(`line ${line}: a code block is a diff that begins with the name of its file`)
    return block.split(/^(?=--- .+\n\+\+\+ )/m).map((diff) => ({ line, diff }))
  })

/** Applies the changes in their order; every line of context must be in the file. */
export function applyChanges(changes: readonly Change[], folder: string): void {
  for (const { line, diff } of changes) {
    const { status, stderr } = spawnSync('git', ['apply', '--recount'], {
      cwd: folder,
      input: diff,
      encoding: 'utf8',
    })
    if (status !== 0)
      throw new Error(
        `The block in line ${line} of infra/docs/recipes.md does not fit: ${stderr}To renew it, apply the blocks ` +
          'before it in a branch of its own (git apply --recount), make its change there, and paste what git diff -U1 prints.',
      )
  }
}

/** The folders that the changes are in: `services/crm`, `mfe-crm`, `infra/processes`. */
export const packagesOf = (changes: readonly Change[]): string[] => [
  ...new Set(
    changes.flatMap(({ diff }) => diff.match(/(?<=^\+\+\+ b\/)((services|infra)\/)?[^/\n]+/m)?.[0] ?? []),
  ),
]

/** What the compiler says of packages of a copy, without their tests: the fixtures lack what a recipe adds. */
export function typeErrors(folder: string, packages: readonly string[]): string[] {
  const config = {
    extends: './shell/tsconfig.json',
    // services use more of zod than the shell shares
    compilerOptions: { paths: {} },
    include: packages.map((it) => `${it}/**/*`),
    exclude: ['**/node_modules', '**/*.test.*'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  if (status !== 0 && errors.length === 0) throw new Error(`tsc: ${stdout}${stderr}`)
  return errors
}
