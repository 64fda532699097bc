import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { linkPackages } from '../../cli/mfe/isolated.ts'
import { cleanEnv } from '../e2e/product.ts'

const root = resolve(import.meta.dirname, '../../..')
const skipped = /^\/(.*\/)?(node_modules|\.git|\.data|results)(\/|$)/

/** A copy of the repository that a test may change, with what is built already. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-copy-'))
  cpSync(root, copy, { recursive: true, filter: (file) => !skipped.test(file.slice(root.length)) })
  linkPackages(copy)
  return copy
}

export type Developing = { stop: () => Promise<void> }

/** `npm run dev -- …` in a copy; waits until its output has each of the words. */
export async function develop(
  copy: string,
  args: string[],
  { env, until }: { env: Record<string, string>; until: string[] },
): Promise<Developing> {
  const child: ChildProcess = spawn(process.execPath, [join(copy, 'infra/tooling/dev/main.ts'), ...args], {
    cwd: copy,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  let output = ''
  await new Promise<void>((ready, no) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (until.every((words) => output.includes(words))) ready()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then(() => no(new Error(`It stopped:\n${output}`)))
  })
  return {
    stop: async () => {
      child.kill('SIGINT')
      await exited
    },
  }
}
