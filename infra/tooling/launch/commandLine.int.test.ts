import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../processes/config.ts'

const call = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'infra/tooling/launch.mjs'), command, ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })

it.each(['start', 'test', 'dev', 'build', 'mfe', 'ops', 'bench', 'chaos'])(
  'npm run %s answers --help with what it does, and does nothing',
  (command) => {
    const { status, stdout, stderr } = call(command, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^npm (run )?${command}\\b`))
  },
)

it.each([
  ['start', ['--nonsense'], "Unknown option '--nonsense'. --help says what there is.\n"],
  ['start', ['nonsense'], "npm start takes no 'nonsense'. --help says what there is.\n"],
  ['dev', ['--nonsense'], "Unknown option '--nonsense'. --help says what there is.\n"],
  ['build', ['--nonsense'], "Unknown option '--nonsense'. --help says what there is.\n"],
  ['mfe', ['nonsense'], "There is no command 'nonsense'. --help says what there is.\n"],
  ['ops', ['nonsense'], "There is no command 'nonsense'. --help says what there is.\n"],
  ['chaos', ['nonsense'], "There is no fault 'nonsense'. --help says what there is.\n"],
] as const)('npm run %s %j ends with one sentence', (command, args, sentence) => {
  const { status, stdout, stderr } = call(command, ...args)
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: sentence })
})
