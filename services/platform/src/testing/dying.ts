import type { Socket } from 'node:net'
import type { Client, Pool } from '../db.ts'

export type Death = {
  /** Which statement it dies at, counted over all connections of the pool from 1. */
  at: number
  /** `before`: the statement never reaches the server. `after`: it does, and its answer is never read. */
  moment: 'before' | 'after'
}

/**
 * Makes a pool behave like a process that is killed at its n-th statement: every connection is cut and nothing more
 * is sent. Answers whether it came to that, and the server processes of its connections.
 */
export function dieAt(pool: Pool, { at, moment }: Death): { died: () => boolean; backends: () => number[] } {
  let count = 0
  let dead = false
  const clients: Client[] = []
  const die = (sender?: Client) => {
    dead = true
    for (const client of clients) {
      // a reset could overtake what was sent; an end cannot, and nothing is read any more
      if (client === sender) hangUp(socketOf(client))
      else socketOf(client).destroy()
    }
  }
  pool.on('connect', (client) => {
    const tx = client as Client
    clients.push(tx)
    const query = tx.query.bind(tx) as (...args: unknown[]) => unknown
    tx.query = ((...args: unknown[]) => {
      count += 1
      // nothing leaves after the statement it dies at, however soon it would have
      if (count > at && !dead && !isStream(args[0])) return Promise.reject(new Error('Connection terminated'))
      if (dead || (count === at && moment === 'before')) {
        die()
        return query(...args)
      }
      const answer = query(...args)
      if (count === at) socketOf(tx).write('', () => die(tx))
      return answer
    }) as Client['query']
  })
  // the server's side of the connections, which live a moment longer
  const backends = () => clients.map((client) => (client as unknown as { processID: number }).processID)
  return { died: () => count >= at, backends }
}

/** COPY answers a stream, no promise. */
const isStream = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'submit' in statement

const socketOf = (client: Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

function hangUp(socket: Socket): void {
  socket.removeAllListeners('data')
  socket.resume()
  socket.end()
}
