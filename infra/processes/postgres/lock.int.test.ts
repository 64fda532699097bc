import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir, withLock } from './lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plumbline-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a second Plumbline on the same data directory is told who runs there', () => {
  const release = lockDataDir(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(
    `Plumbline already runs on ${dataDir} (process ${process.pid}). Stop it, or give this one another DATA_DIR.`,
  )
  release()
  lockDataDir(dataDir)()
  expect(existsSync(join(dataDir, 'plumbline.lock'))).toBe(false)
})

test('the lock of a killed process is taken over, by one only', async () => {
  const killed = await lockInProcess()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const rivals = await Promise.all([1, 2, 3, 4].map(() => lockInProcess()))
  const winners = rivals.filter(({ exitCode }) => exitCode === null)
  expect(winners).toHaveLength(1)
  for (const winner of winners) winner.kill('SIGKILL')
})

test('a lock whose pid is another process by now, or that a power failure cut short, is stale', () => {
  const file = join(dataDir, 'plumbline.lock')
  writeFileSync(file, JSON.stringify({ pid: process.ppid, startedAt: 'another time' }))
  lockDataDir(dataDir)()
  writeFileSync(file, '')
  lockDataDir(dataDir)()
})

test('work under a lock takes turns, also in one process', async () => {
  const file = join(dataDir, 'turns.lock')
  let inside = 0
  const concurrentCounts: number[] = []
  const work = async () => {
    concurrentCounts.push(++inside)
    await new Promise((done) => setTimeout(done, 5))
    inside--
  }
  await Promise.all([1, 2, 3, 4, 5].map(() => withLock(file, work)))
  expect(concurrentCounts).toEqual([1, 1, 1, 1, 1])
})

/** Holds the lock until killed; exits when it does not get it. */
async function lockInProcess() {
  const module = new URL('./lock.ts', import.meta.url).href
  const script = `import { lockDataDir } from ${JSON.stringify(module)}
    try { lockDataDir(${JSON.stringify(dataDir)}) } catch { process.exit(1) }
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}
