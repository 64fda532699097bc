import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import type { Timers } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import type { Config } from '../config.ts'
import { unlessBackupRuns } from './lock.ts'
import { openStorage } from './openStorage.ts'
import { expectRuns, type RunKind } from './runs.ts'
import { dropTrialDatabase } from './trial.ts'

type Schedule = NonNullable<Config['backups']['schedule']>

// in UTC, as all timers; 7:41 is the small hours in New York
const crons: Record<Schedule, string> = { hourly: '41 * * * *', daily: '41 7 * * *', weekly: '41 7 * * 0' }
const trialCron = '53 8 * * 0'
const hour = 3_600
const intervals: Record<Schedule, number> = { hourly: hour, daily: 24 * hour, weekly: 7 * 24 * hour }

/** How often a backup is due, in seconds; undefined: none is. */
export const backupIntervalOf = ({ schedule }: Config['backups']): number | undefined =>
  schedule && intervals[schedule]

/**
 * Starts the schedule of backups and trial restores, or takes away one that was set before. Each runs in a process of its own,
 * which ends with this one.
 */
export async function scheduleBackups(
  { schedule, ...location }: Config['backups'],
  { pool, timers, log }: { pool: Pool; timers: Timers; log: Log },
): Promise<{ stop: () => Promise<void> }> {
  const running = new Map<ChildProcess, Promise<unknown[]>>()
  const start = (kind: RunKind) => async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), kind], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    // compressing and building take a processor for minutes: everything else comes first
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const ended = once(child, 'exit')
    running.set(child, ended)
    const [code, signal] = await ended
    running.delete(child)
    // it failed or was killed: the timer tries again
    if (code !== 0) throw new Error(`${kind} ended with ${code ?? signal}`)
  }
  if (schedule) {
    // credentials that are missing stop the start, and not only the first backup
    openStorage(location)
    await expectRuns(pool, ['backup', 'trial'])
    await timers.every('backup', crons[schedule], start('backup'))
    await timers.every('trialRestore', trialCron, start('trial'))
  } else {
    await timers.never('backup')
    await timers.never('trialRestore')
  }
  // a killed one leaves every name in plain text, also where backups are not scheduled any more
  const cleanUp = unlessBackupRuns(pool, () => dropTrialDatabase(pool)).catch((error) =>
    log.warn({ err: error }, 'what a trial restore left could not be deleted'),
  )
  return {
    stop: async () => {
      for (const child of running.keys()) child.kill()
      await Promise.all(running.values())
      await cleanUp
    },
  }
}
