import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ServiceName } from '../../processes/services.ts'
import type { ChildMessage } from '../../processes/supervisor/supervise.ts'
import { cleanEnv } from '../e2e/product.ts'

export type ReleaseRole = 'web' | 'gateway' | 'worker' | ServiceName
type Env = Record<string, string>
type Arguments = readonly [file: string, ...args: string[]]

/** A process with what it printed, and the code that it ended with. */
function spawnNode(args: Arguments, env: Env, stdin: 'ipc' | 'ignore') {
  const child = spawn(process.execPath, args, {
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', stdin],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const exited = new Promise<number | null>((done) => child.once('exit', done))
  return { child, exited, output: () => output }
}

export type ReadyProcess = {
  child: ChildProcess
  url: string
  /** What it printed, once it has ended for whatever cause. */
  ended: Promise<string>
  stop: () => Promise<number | null>
  /** With SIGKILL. */
  kill: () => Promise<number | null>
}

/** Starts a process that says when it is ready, and waits for that. */
export async function startProcess(name: string, args: Arguments, env: Env): Promise<ReadyProcess> {
  const { child, exited, output } = spawnNode(args, env, 'ipc')
  const url = await new Promise<string>((ready, refuse) => {
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') ready(message.url ?? '')
      if (message.type === 'failed') refuse(new Error(`The ${name} does not start: ${message.message}`))
    })
    void exited.then((code) => refuse(new Error(`The ${name} stopped with ${code}:\n${output()}`)))
  })
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal)
    return exited
  }
  return {
    child,
    url,
    ended: exited.then((code) => `${name} ended with ${code}:\n${output()}`),
    stop: end('SIGTERM'),
    kill: end('SIGKILL'),
  }
}

/** Starts a process of a release as a cluster does. */
export const startReleaseProcess = (root: string, role: ReleaseRole, env: Env): Promise<ReadyProcess> =>
  startProcess(role, [join(root, 'infra/processes/role.ts'), role], env)

/** Runs something of a release to its end; answers what it printed. Throws when it ends with another code. */
export async function runOfRelease(
  root: string,
  [file, ...args]: Arguments,
  env: Env,
  allowedCodes: readonly number[] = [0],
): Promise<string> {
  const { exited, output } = spawnNode([join(root, file), ...args], env, 'ignore')
  const code = await exited
  if (code === null || !allowedCodes.includes(code))
    throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${output()}`)
  return output()
}

/** Prepares the stores for a release; answers what it printed. */
export const prepareRelease = (root: string, env: Env): Promise<string> =>
  runOfRelease(root, ['infra/processes/role.ts', 'prepare'], env)
