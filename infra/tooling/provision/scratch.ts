import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectProcess } from '../../processes/postgres/inspectProcess.ts'

export type Scratch = { directory: string; guard: (pid: number) => void; remove: () => void }

const prefix = 'plumbline-test-'

/** A temporary directory for one server. Neither outlives this process, or, after a kill -9, the next test run. */
export function scratch(): Scratch {
  sweep()
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // Run by root, the server is another user and has to get in.
  chmodSync(directory, 0o755)
  const remove = () => {
    process.off('exit', remove)
    clear(directory)
  }
  process.once('exit', remove)
  return { directory, remove, guard: (pid) => writeFileSync(join(directory, 'pid'), String(pid)) }
}

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (owner > 0 && inspectProcess(owner) === undefined) clear(join(tmpdir(), name))
  }
}

function clear(directory: string): void {
  try {
    const file = join(directory, 'pid')
    if (existsSync(file)) endServer(Number(readFileSync(file, 'utf8')), directory)
    const postgresHome = join(directory, 'postgres')
    if (existsSync(postgresHome)) rmSync(realpathSync(postgresHome), removal)
    rmSync(directory, removal)
  } catch {
    // Another user's, or a server still writing: the next run tries again.
  }
}

const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }

/** SIGQUIT makes Postgres end its backends too; Redis gets SIGKILL, so that it writes no files. */
function endServer(pid: number, directory: string): void {
  const command = inspectProcess(pid)?.command
  if (!command?.includes(directory)) return
  process.kill(pid, command.includes('redis') || command.includes('valkey') ? 'SIGKILL' : 'SIGQUIT')
}
