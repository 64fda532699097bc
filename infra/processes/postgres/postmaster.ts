import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectProcess } from './inspectProcess.ts'

export type Postmaster = { pid: number; port: number; status: string }

/** What the server writes about itself in its data directory; undefined when it was stopped cleanly. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A pid alone proves nothing: it may be a zombie, or another process by now. */
export function isRunning(cluster: string, pid: number): boolean {
  const facts = pid > 0 ? inspectProcess(pid) : undefined
  if (facts === undefined) return false
  return facts.command === '' || facts.command.includes(cluster)
}

/**
 * Postgres gives up on a pid file whose pid exists, even as a zombie. A pid that cannot exist makes it look further:
 * removing the file would also switch off its check that no backend of the dead server still uses the data.
 */
export function disown(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, ['2147483646', ...rest].join('\n'))
}
