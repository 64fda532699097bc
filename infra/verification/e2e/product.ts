import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { knownVariables, root } from '../../processes/config.ts'
import { firstFree } from '../../processes/postgres/port.ts'

// the operations ports of separate processes follow each other
const room = 10

// of this worker of this run alone, below those of databases and of outgoing connections: a product takes seconds to come
// to its port; not 10080, where no browser goes
const ports = 1_000
const firstPort = 11_000 + (Number(process.env.VITEST_POOL_ID ?? process.pid) % 8) * ports
let next = firstPort + (process.ppid % 80) * room

/** A port that no other test takes meanwhile, with free ones behind it. */
export async function ownPort(): Promise<number> {
  const port = await firstFree(next)
  // a worker runs many files
  next = firstPort + ((port + room - firstPort) % ports)
  return port
}

/** A data directory that the database's own user can reach. */
export function throwawayDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}

export type Product = {
  url: string
  /** Everything it printed so far. */
  output: () => string
  /** Milliseconds from the command to `Ready at`. */
  startedInMs: number
  /** The password that was shown so far, when it was made up. */
  password: () => string | undefined
  supervisor: number
  /** Ctrl-C, and wait; answers the exit code. */
  stop: () => Promise<number | null>
  kill9: (victim: Victim) => void
  exited: Promise<number | null>
}
/** `web` is whatever answers requests: one process, or the gateway and every service. */
export type Victim = 'web' | 'worker' | 'database' | 'everything'

/** Starts the whole product as `npm start -- <args>` does once it is installed. */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  args: readonly string[] = process.env.TOPOLOGY === 'distributed' ? ['--distributed'] : [],
): Promise<Product> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'infra/processes/main.ts'), ...args], {
    env: { ...cleanEnv(), PORT: String(await ownPort()), DATA_DIR: dataDir, ...env },
    // over the channel it notices when a test that failed halfway has exited
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  let output = ''
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const url = await new Promise<string>((ready, no) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const readyUrl = /^Ready at (\S+)$/m.exec(output)?.[1]
      if (readyUrl) ready(readyUrl)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then((code) => no(new Error(`The product stopped with ${code}:\n${output}`)))
  })
  const startedInMs = performance.now() - began
  return {
    url,
    startedInMs,
    output: () => output,
    password: () => /with the password (\S+) \(shown this once\)/.exec(output)?.[1],
    supervisor: child.pid as number,
    exited,
    stop: async () => {
      child.kill('SIGINT')
      return exited
    },
    kill9: (victim) => kill9(child, dataDir, victim),
  }
}

/** The environment without settings of the product, which are those of the test run. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const isForeign = (name: string) =>
    (knownVariables.has(name) && name !== 'NODE_ENV') || ['NODE_OPTIONS', 'TOPOLOGY', 'VITEST'].includes(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)))
}

function kill9(supervisor: ChildProcess, dataDir: string, victim: Victim): void {
  const pid = supervisor.pid as number
  const named = (name: string) => processesOf(pid, name)
  const web = () => [...named('web'), ...named('gateway'), ...named('service')]
  const pids = {
    web,
    worker: () => named('worker'),
    database: () => [postmasterOf(dataDir)],
    everything: () => [pid, ...web(), ...named('worker'), postmasterOf(dataDir)],
  }[victim]()
  if (pids.length === 0) throw new Error(`there is no ${victim} process to kill`)
  for (const each of pids) process.kill(each, 'SIGKILL')
}

/** The processes of a running product by what they run: `gateway`, `service crm`. */
export function processesOf(supervisor: number, command: string): number[] {
  const [file, ...args] = command.split(' ')
  // a kernel ends every argument with a NUL
  const wanted = [`/${file}.ts`, ...args].join('\0')
  return childrenOf(supervisor).filter((pid) => commandOf(pid).includes(wanted))
}

/** What a process was given in its environment. */
export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** Resident memory of a process, in MB. */
export const residentMbOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000

/** The same with a page that several processes share counted as their share of it. */
export const proportionalMbOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_000

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** A process and all that it started. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Empty for a process that has exited since it was listed. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

export const removeDataDir = (dataDir: string) => rm(dataDir, { recursive: true, force: true })
