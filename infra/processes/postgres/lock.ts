import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspectProcess } from './inspectProcess.ts'

type Holder = { pid: number; startedAt: string }

/** Allows one Plumbline per data directory. A lock whose process has ended is taken over. */
export function lockDataDir(dataDir: string): () => void {
  const directory = resolve(dataDir)
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'plumbline.lock')
  const holder = acquire(file)
  if (holder === undefined) return () => release(file)
  throw new Error(
    `Plumbline already runs on ${directory} (process ${holder.pid}). Stop it, or give this one another DATA_DIR.`,
  )
}

/** Waits for its turn, for work that a second process only has to wait for. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (acquire(file) !== undefined) await sleep(20)
  try {
    return await work()
  } finally {
    release(file)
  }
}

/** Undefined when the lock is ours now, else who holds it. */
function acquire(file: string): Holder | undefined {
  const mine = `${file}.${randomUUID()}`
  writeFileSync(mine, JSON.stringify(self()))
  try {
    return create(mine, file) ? undefined : takeOver(mine, file)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** A link appears together with its content, so no process reads a half-written lock. */
function create(mine: string, file: string): boolean {
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function takeOver(mine: string, file: string): Holder | undefined {
  const current = read(file)
  if (current !== undefined && isAlive(current)) return current
  // Two processes may find the same stale lock: only the one with the marker may replace it.
  const marker = `${file}.takeover`
  if (!create(mine, marker)) {
    if (age(marker) > 5_000) rmSync(marker, { force: true })
    return read(marker) ?? self()
  }
  try {
    const holder = read(file)
    if (holder === undefined) return create(mine, file) ? undefined : (read(file) ?? self())
    if (isAlive(holder)) return holder
    renameSync(mine, file)
    return undefined
  } finally {
    rmSync(marker, { force: true })
  }
}

function release(file: string): void {
  if (read(file)?.pid === process.pid) rmSync(file, { force: true })
}

function self(): Holder {
  return { pid: process.pid, startedAt: inspectProcess(process.pid)?.startedAt ?? '' }
}

function isAlive(holder: Holder): boolean {
  const facts = holder.pid > 0 ? inspectProcess(holder.pid) : undefined
  return facts !== undefined && (facts.startedAt === holder.startedAt || facts.startedAt === '')
}

/** Undefined when there is no lock; a lock cut short by a power failure has no holder. */
function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return missing ? undefined : { pid: 0, startedAt: '' }
  }
}

function age(file: string): number {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return written === undefined ? 0 : Date.now() - written
}
