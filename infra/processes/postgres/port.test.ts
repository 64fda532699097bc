import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort, lastingPort } from './port.ts'

const listen = (port: number) =>
  new Promise<() => void>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(() => server.close()))
  })

it('waits for the last port while somebody else has it for a moment', async () => {
  const port = await freePort()
  const leave = await listen(port)
  setTimeout(leave, 300)
  expect(await lastingPort(port)).toBe(port)
})

it('takes another one when that stays taken, out of the way of outgoing connections', async () => {
  const port = await freePort()
  const leave = await listen(port)
  const other = await lastingPort(port)
  expect(other).toBeGreaterThanOrEqual(20_000)
  expect(other).toBeLessThan(32_000)
  leave()
})
