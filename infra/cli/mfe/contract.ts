import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { contractVersion } from '../../../shell/contract/src/remote.ts'
import { root } from '../../processes/config.ts'

const run = promisify(execFile)
/** The contract as it is. */
export const source = join(root, 'shell/contract/src')

/** Where the words of a version stay. */
export const descriptionOf = (version: number) => join(root, 'shell/contract/versions', String(version))

const tsc = async (config: string): Promise<string> => {
  try {
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], { cwd: root })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout || String(error)
  }
}

/** A project of its own below the tests' folder; `files` are by absolute path. */
async function check(files: string[], paths: Record<string, string[]>, more: object = {}): Promise<string> {
  // inside the repository, so that packages are found
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, 'node_modules/.cache/contract-'))
  const zod = { 'zod/mini': [join(root, 'shell/build/sharedZod.ts')] }
  const compilerOptions = { paths: { ...zod, ...paths }, ...more }
  const config = { extends: join(root, 'shell/tsconfig.json'), compilerOptions, include: [], files }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    return await tsc(join(folder, 'tsconfig.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What remotes use of the contract that a description does not have, as the compiler says it; empty when nothing. */
export const missingExports = (remotes: readonly string[], description: string): Promise<string> =>
  check(
    remotes.flatMap((folder) => [join(folder, 'src/routes.tsx'), join(folder, 'src/widgets.tsx')]),
    { '@plumbline/contract': [join(description, 'index.d.ts')] },
  )

const typesOf = (index: string) =>
  [...readFileSync(index, 'utf8').matchAll(/type (\w+)/g)].map(([, name]) => name as string)

export type Comparison = { before: string; after: string }

/** A module that compiles while `after` can replace `before`: the same values, and types that fit. */
function comparisonSource({ before, after }: Comparison): string {
  const index = ['index.d.ts', 'index.ts'].map((file) => join(before, file)).find((file) => existsSync(file))
  return [
    `import type * as Before from '${join(before, 'index')}'`,
    `import type * as After from '${join(after, 'index')}'`,
    'export const values = (after: typeof After): typeof Before => after',
    ...typesOf(index as string).map(
      (name) => `export const ${name} = (it: After.${name}): Before.${name} => it`,
    ),
  ].join('\n')
}

/** What the compiler says against each comparison, empty when nothing. One program compiles all of them. */
export async function breakingChanges(comparisons: readonly Comparison[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-contract-'))
  const names = comparisons.map((_, index) => `comparison${index}.ts`)
  try {
    for (const [index, comparison] of comparisons.entries())
      writeFileSync(join(folder, names[index] as string), comparisonSource(comparison))
    const output = await check(
      names.map((name) => join(folder, name)),
      {},
    )
    // the lines of one message are indented, but for the first
    const messages = output.split(/\n(?=\S)/).filter((message) => message !== '')
    // what belongs to no comparison speaks against all of them
    const isAbout = (name: string) => (message: string) =>
      message.includes(`/${name}(`) || !names.some((it) => message.includes(`/${it}(`))
    return names.map((name) => messages.filter(isAbout(name)).join('\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes down what the contract is now, for those who will be made for this version. */
export async function describe(to = descriptionOf(contractVersion), from = source): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-contract-'))
  const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, removeComments: true }
  const said = await check([join(from, 'index.ts')], {}, { ...emit, rootDir: root, outDir: folder })
  if (said) throw new Error(said)
  const written = join(folder, 'shell/contract/src')
  for (const file of readdirSync(written)) {
    const text = readFileSync(join(written, file), 'utf8')
    // the description files import each other, as .js
    writeFileSync(join(written, file), text.replace(/(['"]\.\/\w+)\.tsx?(['"])/g, '$1.js$2'))
  }
  rmSync(to, { recursive: true, force: true })
  cpSync(written, to, { recursive: true })
  rmSync(folder, { recursive: true })
}
