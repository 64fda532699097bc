import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ServiceName } from '../../processes/services.ts'
import { cleanEnv } from '../e2e/product.ts'

export type ReleaseRole = 'web' | 'gateway' | 'worker' | ServiceName

export type ReleaseProcess = {
  url: string
  /** What it printed, once it has ended for whatever cause. */
  ended: Promise<string>
  stop: () => Promise<number | null>
  /** With SIGKILL. */
  kill: () => Promise<unknown>
}

/** Starts a process of a release as a cluster does. Answers when it is ready. */
export async function startReleaseProcess(
  root: string,
  role: ReleaseRole,
  env: Record<string, string>,
): Promise<ReleaseProcess> {
  const child = spawn(process.execPath, [join(root, 'infra/processes/role.ts'), role], {
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const url = await new Promise<string>((ready, refuse) => {
    child.on('message', (message: { type: string; url?: string; message?: string }) => {
      if (message.type === 'ready') ready(message.url ?? '')
      if (message.type === 'failed') refuse(new Error(`The ${role} does not start: ${message.message}`))
    })
    void exited.then((code) => refuse(new Error(`The ${role} stopped with ${code}:\n${output}`)))
  })
  return {
    url,
    ended: exited.then((code) => `${role} ended with ${code}:\n${output}`),
    stop: async () => {
      child.kill('SIGTERM')
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      return exited
    },
  }
}

/** Runs something of a release to its end; answers what it printed. Throws when it ends with another code. */
export async function runOfRelease(
  root: string,
  [file, ...args]: [string, ...string[]],
  env: Record<string, string>,
  fine: readonly number[] = [0],
): Promise<string> {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  if (code === null || !fine.includes(code))
    throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}
