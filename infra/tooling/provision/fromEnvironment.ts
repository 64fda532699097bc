import { connect } from 'node:net'
import { nothingToStop, type Provision } from './chain.ts'

/** Uses the store in the environment variable or throws: falling back would test another store than the configured one. */
export async function fromEnvironment(variable: string, defaultPort: number): Promise<Provision | undefined> {
  const value = process.env[variable]
  if (!value) return undefined
  const { hostname, port } = new URL(value)
  try {
    await reach(decodeURIComponent(hostname).replace(/^\[|\]$/g, ''), Number(port) || defaultPort)
  } catch (error) {
    throw new Error(`${variable} is set, but nothing answers there: ${(error as Error).message}`)
  }
  return { value, source: variable, stop: nothingToStop }
}

/** `host`: or the directory of a Postgres' Unix socket. */
export async function reach(host: string, port: number): Promise<void> {
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(3_000, () => socket.destroy(new Error(`no answer from ${host}:${port}`)))
  try {
    await new Promise((done, fail) => socket.once('connect', done).once('error', fail))
  } finally {
    socket.destroy()
  }
}
