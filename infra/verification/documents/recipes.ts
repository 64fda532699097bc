import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../processes/config.ts'

/** A code block of a recipe: what it adds to a file, or the whole of a new one. */
export type Example = { file: string; code: string }

/** The code blocks of a document. The first line of each names its file: `// services/crm/src/api.ts`. */
export function examplesOf(text: string): Example[] {
  const blocks = [...text.matchAll(/^ *```(?:tsx?|jsonc)\n([\s\S]*?)^ *```/gm)].map(
    ([, code]) => code as string,
  )
  return blocks.map((block) => {
    const [first = '', ...lines] = block.split('\n')
    const file = /^\/\/ (\S+\.(?:tsx?|json))$/.exec(first)?.[1]
    if (!file) throw new Error(`the first line of an example names its file, not: ${first}`)
    return { file, code: lines.join('\n').trimEnd() }
  })
}

const isGap = (line: string) => /^\s*(\/\/ …|\{\/\* … \*\/\})$/.test(line)
const keyOf = (line: string) => /^\s*["'\w-]+:/.exec(line)?.[0]

/** The same line, or another value of the same key. */
const isSameLine = (line: string, other: string) =>
  line === other || (keyOf(line) !== undefined && keyOf(line) === keyOf(other))

/** `// …` keeps the lines of the file up to the line that follows it; a line with another value replaces its old one. */
function fillGaps(source: readonly string[], example: readonly string[]): string[] {
  let at = 0
  return example.flatMap((line, index) => {
    const next = example[index + 1]
    if (isGap(line) && next !== undefined) {
      const end = source.findIndex((it, position) => position >= at && isSameLine(it, next))
      if (end < 0) throw new Error(`there is no line like this after a gap: ${next.trim()}`)
      const skipped = source.slice(at, end)
      at = end
      return skipped
    }
    if (isSameLine(source[at] ?? '', line)) at += 1
    return [line]
  })
}

const isComment = (chunk: readonly string[]) => chunk.every((line) => /^( ?\*|\/\*|\/\/|$)/.test(line))

/** Imports and declarations with their comments. */
function declarationsOf(code: string): string[][] {
  const chunks: string[][] = []
  for (const line of code.split('\n')) {
    const last = chunks.at(-1)
    if (last && (!/^[a-z/]/i.test(line) || isComment(last))) last.push(line)
    else chunks.push([line])
  }
  return chunks
}

const named = /^(?:export )?(?:async )?(?:(type|interface)|const|function|class) (\w+)/
function nameOf(chunk: readonly string[]): string | undefined {
  const text = chunk.filter((line) => !isComment([line])).join('\n')
  const module = /^import\b[\s\S]*? from '([^']+)'/.exec(text)?.[1]
  if (module) return `import ${module}`
  const [, isType = '', name] = named.exec(text) ?? []
  return name && `${isType}${name}`
}

/** A file with what an example adds to it or replaces in it. */
export function applyExample(source: string, { file, code }: Example): string {
  if (file.endsWith('.json')) return fillGaps(source.split('\n'), code.split('\n')).join('\n')
  const declarations = declarationsOf(source)
  // what is new stands before the declaration that follows it in the example
  let before = declarations.length
  for (const chunk of declarationsOf(code).toReversed()) {
    const name = nameOf(chunk)
    const at = name === undefined ? -1 : declarations.findIndex((it) => nameOf(it) === name)
    if (at < 0) declarations.splice(before, 0, chunk)
    else {
      const hasGap = chunk.some(isGap)
      const old = (declarations[at] as string[]).filter((line) => !isComment([line]))
      declarations[at] = hasGap
        ? fillGaps(
            old,
            chunk.filter((line) => isGap(line) || !isComment([line])),
          )
        : chunk
      before = at
    }
  }
  return declarations.map((chunk) => chunk.join('\n')).join('\n')
}

const packageOf = (file: string) => /^(services\/[a-z]+|mfe-[a-z]+|gateway)\//.exec(file)?.[1]

/** Copies the packages that examples change into a folder, and changes them. */
function applyAll(examples: readonly Example[], folder: string): void {
  const packages = new Set(examples.flatMap(({ file }) => packageOf(file) ?? []))
  const exampleFiles = new Set(examples.map(({ file }) => join(root, file)))
  const filter = (path: string) =>
    !/\/(node_modules|dist)(\/|$)/.test(path) && (!/\.test\.tsx?$/.test(path) || exampleFiles.has(path))
  for (const each of packages)
    if (existsSync(join(root, each)))
      cpSync(join(root, each), join(folder, each), { recursive: true, filter })
  for (const example of examples) {
    const path = join(folder, example.file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, existsSync(path) ? applyExample(readFileSync(path, 'utf8'), example) : example.code)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configFor(folder, [...packages])))
}

/** Packages that were changed are taken from the folder, all others from the repository. */
function configFor(folder: string, packages: readonly string[]) {
  const paths = packages.flatMap((each) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(folder, each, 'package.json'), 'utf8')) as {
      name: string
      exports?: Record<string, string>
    }
    return Object.entries(exports).map(([path, file]) => [join(name, path), [join(folder, each, file)]])
  })
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    jsxImportSource: '@emotion/react',
    paths: Object.fromEntries(paths),
  }
  return {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions,
    include: packages.flatMap((each) => [`${each}/**/*.ts`, `${each}/**/*.tsx`]),
  }
}

/** What the compiler says of the packages after all examples, and a file as it is then. */
export type Applied = { errors: string[]; read: (file: string) => string }

/** Applies the examples to copies of their packages, type-checks these as a whole, and hands the result to `use`. */
export function checkExamples(examples: readonly Example[], use: (applied: Applied) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-recipes-'))
  try {
    applyAll(examples, folder)
    use({ errors: typeErrors(folder), read: (file) => readFileSync(join(folder, file), 'utf8') })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function typeErrors(folder: string): string[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  if (status !== 0 && errors.length === 0) throw new Error(`tsc: ${stdout}${stderr}`)
  return errors
}
