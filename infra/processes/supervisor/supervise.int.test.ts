import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { rolesFolder, type Supervised, supervise } from './supervise.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-supervise-'))
const pids = join(folder, 'pids')
const isSlow = join(folder, 'slow')
// ready at once, or never
writeFileSync(
  join(folder, 'child.ts'),
  `require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n')
   if (!require('node:fs').existsSync(${JSON.stringify(isSlow)})) process.send({ type: 'ready', url: 'http://here' })
   setInterval(() => process.send({ type: 'alive' }), 1000)`,
)
const program = relative(rolesFolder, join(folder, 'child'))
const node = process.execPath

const lines: string[] = []
let supervised: Supervised
const begin = () => {
  supervised = supervise(program, { env: {}, log: (line) => void lines.push(line) })
  supervised.ready.catch(() => {})
  return supervised
}
const started = () =>
  (existsSync(pids) ? readFileSync(pids, 'utf8') : '').match(/\d+(?=\n)/g)?.map(Number) ?? []
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Waits until so many processes were started; answers the last one. */
async function nthProcess(count: number): Promise<number> {
  await expect.poll(() => started().length, { timeout: 60_000 }).toBe(count)
  return started().at(-1) as number
}
afterEach(async () => {
  process.execPath = node
  await supervised.stop()
  lines.splice(0)
  for (const file of [pids, isSlow]) rmSync(file, { force: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

it('a process that is started the first time can be stopped before it is ready', async () => {
  writeFileSync(isSlow, '')
  const { ready, stop } = begin()
  const pid = await nthProcess(1)
  await stop()
  expect(isRunning(pid)).toBe(false)
  await expect(ready).rejects.toThrow('it stopped at once (SIGTERM)')
})

it('a process that is started again can be stopped before it is ready', async () => {
  const { ready, stop } = begin()
  expect(await ready).toBe('http://here')
  writeFileSync(isSlow, '')
  process.kill(await nthProcess(1), 'SIGKILL')
  const pid = await nthProcess(2)
  await stop()
  expect(isRunning(pid)).toBe(false)
  expect(lines).toEqual([expect.stringMatching(/process stopped \(SIGKILL\); starting it again\.$/)])
  await sleep(500)
  expect(started()).toHaveLength(2)
})

it('a process that the system cannot start for a moment is started later', async () => {
  const { ready } = begin()
  await ready
  process.execPath = join(folder, 'away')
  process.kill(await nthProcess(1), 'SIGKILL')
  await vi.waitUntil(() => lines.some((line) => line.includes('does not start: spawn')), 60_000)
  process.execPath = node
  expect(isRunning(await nthProcess(2))).toBe(true)
})

it('a process that the system cannot start at first is an error, and there is nothing to stop', async () => {
  process.execPath = join(folder, 'away')
  const { ready, stop } = begin()
  await expect(ready).rejects.toThrow('ENOENT')
  await stop()
  expect(started()).toEqual([])
})
