import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Any free port. */
export const freePort = (): Promise<number> => tryPort(0)

// below the ephemeral ports, so that no outgoing connection can take the port while the server is stopped
const lowest = 20_000
const highest = 32_000
const lastPortTimeoutMs = 3_000

/** A port to reuse after a restart: waits a moment for the last one when it is in use, else chooses a new one. */
export async function lastingPort(last: number): Promise<number> {
  for (const deadline = Date.now() + lastPortTimeoutMs; last > 0 && Date.now() < deadline; await sleep(50)) {
    const port = await tryPort(last).catch(() => undefined)
    if (port) return port
  }
  for (;;) {
    const port = await tryPort(lowest + Math.floor(Math.random() * (highest - lowest))).catch(() => undefined)
    if (port) return port
  }
}

/** The first free port from this one on. */
export async function firstFree(from: number): Promise<number> {
  for (let port = from; ; port++) if (await tryPort(port).catch(() => undefined)) return port
}

function tryPort(port: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      const { port: bound } = server.address() as { port: number }
      server.close(() => done(bound))
    })
  })
}
