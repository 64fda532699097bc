import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { expect, it } from 'vitest'
import { createFarewell, healthRoutes, listenHttp } from './index.ts'

const start = async () => {
  const farewell = createFarewell()
  const app = express()
  app.use(farewell.middleware, healthRoutes({ store: async () => {} }, farewell.stopping))
  app.get('/slow', async (_req, res) => {
    await sleep(30)
    res.send('done')
  })
  return listenHttp(app, 0, '127.0.0.1', farewell)
}

const get = (agent: Agent, port: number) =>
  new Promise<number>((resolve, no) => {
    const call = request({ agent, port, host: '127.0.0.1', path: '/slow' }, (res) => {
      res.resume()
      res.on('end', () => resolve(res.statusCode ?? 0))
    })
    call.on('error', no)
    call.end()
  })

it('stopping under busy keep-alive clients breaks no request and takes little time', async () => {
  const listening = await start()
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  let going = true
  const broken: unknown[] = []
  let answered = 0
  const client = async () => {
    while (going) {
      try {
        await get(agent, listening.port)
        answered += 1
      } catch (error) {
        // a refused new connection is the sign to go elsewhere; a reset one is a broken request
        if ((error as { code?: string }).code !== 'ECONNREFUSED') broken.push(error)
        else return
      }
    }
  }
  const clients = Array.from({ length: 20 }, client)
  await sleep(300)
  const started = performance.now()
  await listening.stop()
  const took = performance.now() - started
  going = false
  await Promise.all(clients)
  expect(broken).toEqual([])
  expect(answered).toBeGreaterThan(100)
  expect(took).toBeLessThan(1_500)
})

it('a taken port is one clear sentence', async () => {
  const first = await start()
  await expect(listenHttp(express(), first.port, '127.0.0.1', createFarewell())).rejects.toThrow(
    `Port ${first.port} on 127.0.0.1 is already taken. Set PORT to a free one.`,
  )
  await first.stop()
})

it('readiness names what is away and liveness does not mind', async () => {
  const farewell = createFarewell()
  const app = express().use(
    healthRoutes(
      { database: () => Promise.reject(new Error('secret host name')), hung: () => new Promise(() => {}) },
      farewell.stopping,
    ),
  )
  const { url, stop } = await listenHttp(app, 0, '127.0.0.1', farewell)
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'unavailable', database: 'away', hung: 'away' },
  ])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await stop()
})
