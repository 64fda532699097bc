import { createServer } from 'node:net'

/** The preferred port when nobody listens there, else any free one. */
export async function freePort(preferred = 0): Promise<number> {
  return preferred > 0 ? tryPort(preferred).catch(() => tryPort(0)) : tryPort(0)
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
