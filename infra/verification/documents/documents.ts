import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commands } from '../../cli/ops/readCommand.ts'
import { knownVariables, root } from '../../processes/config.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const notOurs = new Set(['node_modules', 'dist', '.data', '.git'])

/** Every Markdown document of the repository, by its path from the root. */
export const documents = (folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !notOurs.has(name))
    .flatMap((it) => {
      const path = join(folder, it.name)
      if (it.isDirectory()) return documents(path)
      return it.name.endsWith('.md') ? [path] : []
    })

const withoutFences = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '')

/** The headings of a Markdown text, as links name them. */
export const headings = (text: string): string[] =>
  [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

/** Links of a document to files and headings that are not there. `path` is the document's own. */
export function brokenLinks(text: string, path: string): string[] {
  const prose = withoutFences(text).replace(/`[^`]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', heading] = target.split('#')
    const linked = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, linked))) return true
    if (heading === undefined) return false
    return !headings(file === '' ? text : read(linked)).includes(heading)
  })
}

const codeOf = (text: string): string[] => [
  ...[...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code as string),
  ...[...withoutFences(text).matchAll(/`([^`]+)`/g)].map(([, code]) => code as string),
]

const folders = /(?:^|[\s=(])((?:infra|services|gateway|shell|mfe-[a-z]+|\.github)\/[\w./-]*\w)/g
const ownFiles = /^src\/[\w./-]*\w/g
const readmeOfPackage = /^(services\/[a-z]+|gateway|mfe-[a-z]+)\/README\.md$/

// tests are also named without `.ts`; what a build makes is not in a fresh clone
const exists = (file: string) =>
  /\/dist(\/|$)/.test(file) ||
  ['', '.ts', '.tsx', '.test.ts'].some((end) => existsSync(join(root, file + end)))

/** Files and folders it speaks of, and that are not there. The README of a package may name its own `src/…`. */
export const missingPaths = (text: string, path = ''): string[] =>
  codeOf(text)
    .flatMap((code) => [
      ...[...code.matchAll(folders)].map(([, file]) => file as string),
      ...(readmeOfPackage.test(path) ? [...code.matchAll(ownFiles)] : []).map(([file]) =>
        join(dirname(path), file),
      ),
    ])
    .filter((file) => !exists(file))

const scripts = () => Object.keys(JSON.parse(read('package.json')).scripts)

/** What operators can ask for: `deliveries list`, `backup`; `projections list | status | retry <name>` are three. */
export const operatorsCommands = (): string[] =>
  Object.entries(commands).flatMap(([name, { usage }]) => {
    const actions = usage.replace(name, '').replace(/<[^>]*>/g, '')
    const named = actions.split(/[|\s]+/).filter((action) => /^[a-z]+$/.test(action))
    return [name, ...named.map((action) => `${name} ${action}`)]
  })

/** Commands that do not exist. */
export function unknownCommands(text: string): string[] {
  const code = codeOf(text)
  const ops = operatorsCommands()
  const opsCommands = code.flatMap((it) => [
    ...it.matchAll(/(?:npm run ops --|infra\/cli\/ops\/main\.ts) ([a-z][a-z-]*)(?: ([a-z]+))?/g),
  ])
  const npm = code.flatMap((it) =>
    [...it.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name as string),
  )
  return [
    ...opsCommands
      .filter(
        ([, first, second]) =>
          !ops.includes(`${first} ${second}`) &&
          !(ops.includes(first as string) && !ops.some((it) => it.startsWith(`${first} `))),
      )
      .map(([command]) => command),
    ...npm
      .filter((name) => ![...scripts(), 'ci', 'install', 'audit'].includes(name))
      .map((name) => `npm run ${name}`),
  ]
}

const fromCompose = () =>
  [...read('infra/deployment/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name as string)

/** Variables that nothing reads. */
export function unknownNames(text: string): string[] {
  const readVariables = new Set([...variablesRead(), ...fromCompose()])
  const whole = codeOf(text).flatMap((code) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.exec(code)?.[0] ?? [])
  const set = [...text.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name as string)
  return [...whole, ...set].filter((name) => !readVariables.has(name))
}

const statusLine = /^Status: (accepted|superseded by \[\d{4}\]\([\w-]+\.md\)), [A-Z][a-z]+ \d{4}/m

/** How a decision differs from the template of `infra/docs/decisions/README.md`. */
export function decisionProblems(text: string, file: string): string[] {
  const number = /^\d{4}/.exec(file)?.[0]
  const sections = [...withoutFences(text).matchAll(/^## (.+)$/gm)].map(([, title]) => title as string)
  const expected = ['Context', 'Decision', 'Alternatives', 'Consequences']
  const isOrdered = sections.join() === expected.filter((it) => sections.includes(it)).join()
  const missing = expected.filter((it) => it !== 'Alternatives' && !sections.includes(it))
  return [
    ...(text.startsWith(`# ${number} `) ? [] : ['its title begins with its number']),
    ...(statusLine.test(text) ? [] : ['it has a status and a date']),
    ...(isOrdered ? [] : [`its sections are ${expected.join(', ')}`]),
    ...missing.map((it) => `it has a section ${it}`),
  ]
}

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.(ts|mjs)$/.test(file) && !/node_modules|testing/.test(file))
    .map((file) => read(join(folder, file)))

// set by the machine, or by a command for its own processes
const notSettings = new Set(['PATH', 'TEMP', 'NODE_COMPILE_CACHE', 'WITH_DRILLS'])

/** Variables that the product and its tools read, from the places that parse them and from every other use. */
export function variablesRead(): Set<string> {
  const folders = ['infra/processes', 'infra/cli', 'infra/tooling', 'gateway/src', 'services', 'shell/build']
  const code = folders.flatMap(sources).join('\n')
  const used = [...code.matchAll(/\benv\.([A-Z][A-Z0-9_]+)\b(?! = )/g)].map(([, name]) => name as string)
  const destructured = [...code.matchAll(/const \{([^}]*)\} = process\.env\b/g)].flatMap(
    ([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [],
  )
  return new Set([...knownVariables, ...used, ...destructured].filter((name) => !notSettings.has(name)))
}

/** The variables that tables of a document describe, in their first column. */
const describedVariables = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name as string),
  )

/** Variables that are read and that the document does not describe. */
export function undescribedVariables(text: string): string[] {
  const described = new Set(describedVariables(text))
  return [...variablesRead()].filter((name) => !described.has(name))
}

/** Variables that the document describes and that nothing reads. */
export function unreadVariables(text: string): string[] {
  const readVariables = new Set([...variablesRead(), ...fromCompose()])
  return describedVariables(text).filter((name) => !readVariables.has(name))
}

/** Promises without a test or a word on it, and tests that are not there. */
export function unproved(text: string): string[] {
  const promises = text.split('\n').filter((line) => line.startsWith('- '))
  return promises.flatMap((line) => {
    const proofs = [...line.matchAll(/`([^`]+\.test\.tsx?)`((?: ?› (?:(?!; `|; ›).)+(?:; (?=›))?)+)/g)]
    const missing = proofs.flatMap(([, file = '', names = '']) => missingTests(file, names))
    const admits = /\*not (tested|done)\*/.test(line)
    return proofs.length > 0 || admits ? missing : [`nothing proves: ${line}`]
  })
}

function missingTests(file: string, names: string): string[] {
  const source = existsSync(join(root, file)) ? read(file).replaceAll("\\'", "'") : ''
  return names
    .split('› ')
    .map((name) => name.trim().replace(/;$/, ''))
    .filter((name) => name !== '' && !source.includes(name))
    .map((name) => `${file} has no test ${name}`)
}
