import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the way to the database does to the connections on it. */
export type Way = 'open' | 'slow' | 'drip' | 'hole' | 'cut'

const slowMs = 100
const dripBytes = 16
const dripMs = 1

/** A TCP way to a server, which can be made slow, thin, silent or broken while it is used. */
export async function openWay(target: () => number) {
  let way: Way = 'open'
  const open = new Set<Socket>()

  async function carry(from: Socket, to: Socket): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      // a hole swallows without a word, and what was swallowed does not come later: the connection is lost
      if (way === 'hole') return void (await new Promise<void>((gone) => from.once('close', gone)))
      if (way === 'slow') await sleep(slowMs)
      if (way === 'drip') await drip(to, chunk)
      else if (!to.write(chunk))
        await new Promise<void>((drained) => to.once('drain', drained).once('close', drained))
    }
    to.end()
  }

  const server = createServer((near) => {
    if (way === 'cut') return near.destroy()
    const far = connect(target(), '127.0.0.1')
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    void carry(near, far).catch(() => {})
    void carry(far, near).catch(() => {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port,
    become: (next: Way) => {
      way = next
      if (next === 'cut') cutAll()
    },
    close: () => {
      cutAll()
      server.close()
    },
  }
}

async function drip(to: Socket, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length && !to.destroyed; at += dripBytes) {
    to.write(chunk.subarray(at, at + dripBytes))
    await sleep(dripMs)
  }
}
