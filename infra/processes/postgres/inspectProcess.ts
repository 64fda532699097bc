import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** An empty string means that the system does not provide the value. */
export type ProcessFacts = { startedAt: string; command: string }

/** Undefined when there is no such process, or only a zombie that its parent has not reaped. */
export function inspectProcess(pid: number): ProcessFacts | undefined {
  if (!exists(pid)) return undefined
  if (process.platform === 'linux') return readProc(pid)
  if (process.platform === 'win32') return { startedAt: '', command: '' }
  return askPs(pid)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the name in parentheses and may hold anything, so count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { startedAt: fields[19] ?? '', command }
  } catch {
    return exists(pid) ? { startedAt: '', command: '' } : undefined
  }
}

function askPs(pid: number): ProcessFacts | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  // "Ss   Sat Nov 21 19:41:02 2026 /path/postgres -D …"
  const [, state, startedAt, command] = /^(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)/.exec(stdout.trim()) ?? []
  if (state === undefined || state.startsWith('Z')) return undefined
  return { startedAt: startedAt ?? '', command: command ?? '' }
}
