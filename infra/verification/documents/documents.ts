import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownVariables } from '../../deployment/checks/environment.ts'
import { root } from '../../processes/config.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The headings of a Markdown text, as links name them. */
export const headings = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

const codeOf = (text: string): string[] => [
  ...[...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code as string),
  ...[...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code]) => code as string),
]

const folders = /(?:^|[\s=(])((?:infra|services|gateway|shell|mfe-[a-z]+|\.github)\/[\w./-]*\w)/g

/** Files and folders it speaks of, and that are not there. */
export const missingPaths = (text: string): string[] =>
  codeOf(text)
    .flatMap((code) => [...code.matchAll(folders)].map(([, path]) => path as string))
    .filter((path) => !existsSync(join(root, path)))

const scripts = () => Object.keys(JSON.parse(read('package.json')).scripts)

/** What operators can ask for: `deliveries list`, `projections retry`, `backup`, … */
export function operatorsCommands(): string[] {
  const commands = /const commands[\s\S]*?\n}/.exec(read('infra/cli/ops/main.ts'))?.[0] ?? ''
  const names = [...commands.matchAll(/^ {2}'?([a-z]+(?: [a-z]+)?)'?[,:]/gm)].map(
    ([, name]) => name as string,
  )
  return names.flatMap((name) => [name, ...actionsOf(name)])
}

/** `projections list | status | retry <name>` are three. */
function actionsOf(name: string): string[] {
  const file = join('infra/cli/ops', `${name}.ts`)
  const usage = existsSync(join(root, file)) ? /usage(?:: | = )'([^']+)'/.exec(read(file))?.[1] : undefined
  const actions = (usage ?? '')
    .replace(name, '')
    .replace(/<[^>]*>/g, '')
    .split(/[|\s]+/)
  return actions.filter((action) => /^[a-z]+$/.test(action)).map((action) => `${name} ${action}`)
}

/** Commands that do not exist. */
export function unknownCommands(text: string): string[] {
  const code = codeOf(text)
  const ops = operatorsCommands()
  const asked = code.flatMap((it) => [
    ...it.matchAll(/(?:npm run ops --|infra\/cli\/ops\/main\.ts) ([a-z]+)(?: ([a-z]+))?/g),
  ])
  const npm = code.flatMap((it) =>
    [...it.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name as string),
  )
  return [
    ...asked
      .filter(
        ([, first, second]) =>
          !ops.includes(`${first} ${second}`) &&
          !(ops.includes(first as string) && !ops.some((it) => it.startsWith(`${first} `))),
      )
      .map(([command]) => command),
    ...npm.filter((name) => ![...scripts(), 'ci', 'audit'].includes(name)).map((name) => `npm run ${name}`),
  ]
}

const fromCompose = () =>
  [...read('infra/deployment/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name as string)

/** Variables that nothing reads. */
export function unknownNames(text: string): string[] {
  const known = new Set([...knownVariables, ...fromCompose()])
  const whole = codeOf(text).flatMap((code) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.exec(code)?.[0] ?? [])
  const set = [...text.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name as string)
  return [...whole, ...set].filter((name) => !known.has(name))
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
