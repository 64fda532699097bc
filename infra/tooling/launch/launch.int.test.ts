import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'plumbline launch '))
  cpSync(import.meta.dirname, join(clone, 'infra/tooling/launch'), { recursive: true })
  cpSync(resolve(import.meta.dirname, '../launch.mjs'), join(clone, 'infra/tooling/launch.mjs'))
  const workspaces: string[] = []
  write('package.json', { name: 'clone', workspaces })
  write('package-lock.json', { lockfileVersion: 3, packages: { '': { name: 'clone', workspaces } } })
})
afterEach(() => rmSync(clone, { recursive: true }))

test('a fresh clone is installed once, then the command runs with its arguments and exit code', async () => {
  write('infra/cli/ops/main.ts', `console.log(JSON.stringify(process.argv.slice(2))); process.exit(7)`)
  const first = await finished(launch('ops', 'users', 'add', '--name', 'a b'))
  expect(first).toMatchObject({ code: 7, stdout: '["users","add","--name","a b"]\n' })
  expect(first.stderr).toMatch(/^Installing packages …\nInstalled packages in \d+ s\n$/)
  expect(await finished(launch('ops'))).toEqual({ code: 7, stdout: '[]\n', stderr: '' })
})

test('a changed manifest is installed again, and what npm says is shown when it fails', async () => {
  write('infra/cli/ops/main.ts', '')
  await finished(launch('ops'))
  write('left-out/package.json', { name: 'left-out', version: '1.0.0' })
  write('package.json', { name: 'clone', workspaces: [], dependencies: { 'left-out': 'file:left-out' } })
  const { code, stderr } = await finished(launch('ops'))
  expect(code).toBe(1)
  expect(stderr).toContain('Missing: left-out@1.0.0 from lock file')
  expect(stderr).toContain('The packages could not be installed (npm ci).')
})

test('packages installed by hand are not installed again', async () => {
  write('infra/cli/ops/main.ts', '')
  write('node_modules/.package-lock.json', { lockfileVersion: 3, packages: {} })
  expect(await finished(launch('ops'))).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('two first starts install one after the other', async () => {
  write('infra/cli/ops/main.ts', '')
  // npm, which waits for at most a minute until one command waits for the other
  write('bin/npm', npmThatWaits)
  chmodSync(join(clone, 'bin/npm'), 0o755)
  vi.stubEnv('PATH', [join(clone, 'bin'), process.env.PATH].join(delimiter))
  const launched = [launch('ops'), launch('ops')]
  const ends = launched.map(finished)
  for (const { stderr } of launched)
    stderr?.on('data', (said) => String(said).includes('waiting for it') && write('waits', ''))
  const both = await Promise.all(ends)
  const said = both.map(({ stderr }) => stderr).join('')
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(said.match(/Installed packages/g)).toHaveLength(1)
  expect(said).toContain('Packages are being installed by another command; waiting for it.')
})

test('a signal reaches the command, and its exit code comes back', async () => {
  write('infra/processes/main.ts', listener)
  write('node_modules/.package-lock.json', { lockfileVersion: 3, packages: {} })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const launched = launch('start')
    await once(launched.stdout ?? launched, 'data')
    launched.kill(signal)
    launched.kill(signal)
    expect(await finished(launched)).toMatchObject({ code: 3, stdout: `${signal}\n` })
  }
})

test('a command killed by a signal ends like one in a shell', async () => {
  write('infra/processes/main.ts', `process.kill(process.pid, 'SIGKILL')`)
  write('node_modules/.package-lock.json', { lockfileVersion: 3, packages: {} })
  expect((await finished(launch('start'))).code).toBe(128 + 9)
})

test('an unknown command is told the known ones', async () => {
  const { code, stderr } = await finished(launch('fly'))
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'There is no command fly. Known commands: start, dev, build, test, ops, mfe, bench, chaos, pictures.\n',
  })
  expect(existsSync(join(clone, 'node_modules'))).toBe(false)
})

test('the entry can be read by a Node that is too old, which is told so', () => {
  const source = readFileSync(join(clone, 'infra/tooling/launch.mjs'), 'utf8')
  expect(source).not.toMatch(/^import |\?\?|\?\.|await/m)
})

const npmThatWaits = `#!/bin/sh
for n in $(seq 600); do test -e waits && break; sleep 0.1; done
PATH=\${PATH#*:} exec npm "$@"`

const listener = `
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => { console.log(signal); setTimeout(() => process.exit(3), 200) })
}
setInterval(() => {}, 1000)
console.log('listening')`

function write(path: string, content: unknown): void {
  const file = join(clone, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

function launch(...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(clone, 'infra/tooling/launch.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_execpath: undefined },
  })
}

async function finished(launched: ChildProcess) {
  const { stdout, stderr } = launched
  if (!stdout || !stderr) throw new Error('no output')
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), once(launched, 'close')])
  return { code: code as number | null, stdout: out, stderr: err }
}
