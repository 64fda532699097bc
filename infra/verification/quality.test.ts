import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { scripts } = readJson('package.json') as { scripts: Record<string, string> }
// beside other suites on busy processors
const fiveMinutes = 300_000

test.each(commandsOf('typecheck'))('the tree type-checks: %s', run, fiveMinutes)

// one program checks trees with the same options together, because most of what they import is the same
test.each([
  ['gateway', 'services', 'gateway'],
  ...globSync('mfe-*', { cwd: root }).map((folder) => [folder, 'shell', 'mfe-*']),
])('%s is checked with its own configuration, that of %s', (folder, program, pattern) => {
  const { extends: base, compilerOptions } = readJson(`${folder}/tsconfig.json`)
  expect({ base, compilerOptions }).toEqual({ base: `../${program}/tsconfig.json` })
  expect(readJson(`${program}/tsconfig.json`).include).toEqual(['**/*', `../${pattern}/**/*`])
  expect(scripts.typecheck).toContain(`tsc -p ${program} `)
})

test.each(commandsOf('lint'))('the tree is formatted and lints clean: %s', run, fiveMinutes)

test('every root script is run by a test, or starts a command that exists', () => {
  const runHere = ['typecheck', 'lint']
  // The same tool and rules as lint, but it writes its corrections.
  const lintVariants = ['fix']
  // the launcher names its commands when it does not know one
  const { stderr } = spawnSync(process.execPath, ['infra/tooling/launch.mjs', ''], {
    cwd: root,
    encoding: 'utf8',
  })
  const commands = stderr.match(/\w+/g)
  for (const [name, script] of Object.entries(scripts)) {
    if (runHere.includes(name) || lintVariants.includes(name)) continue
    expect(script).toBe(`node infra/tooling/launch.mjs ${name}`)
    expect(commands).toContain(name)
  }
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(12)
})

test('the lockfile names no registry, so that any mirror can serve it', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string }>
  }
  const addresses = Object.values(packages).flatMap(({ resolved = '' }) =>
    resolved.includes('://') ? [resolved] : [],
  )
  expect(addresses).toEqual([])
})

test(
  'a fresh clone installs from the lockfile, on every platform it names packages for',
  () => {
    run('npm ci --dry-run --offline --ignore-scripts')
  },
  fiveMinutes,
)

function commandsOf(script: string): string[] {
  return (scripts[script] ?? '').split('&&').map((command) => command.trim())
}

function run(command: string): void {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  expect(status, `${command}\n${stdout}${stderr}`).toBe(0)
}
