import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { fakeChanges, useTestGateway } from '../testing.ts'

const gateway = useTestGateway()

/** Opens the stream and collects what it says. */
function open(port: number, headers: Record<string, string>, path = '/api/stream') {
  let text = ''
  let ended = false
  const call = request({ port, host: '127.0.0.1', path, headers }, (res) => {
    res.setEncoding('utf8')
    res.on('data', (chunk) => {
      text += chunk
    })
    res.on('close', () => {
      ended = true
    })
  })
  call.on('error', () => {})
  call.end()
  const messages = () =>
    [...text.matchAll(/id: (\d+)\ndata: (.*)\n/g)].map(([, id, data]) => ({
      id,
      changed: JSON.parse(data as string).changed,
    }))
  return { messages, text: () => text, ended: () => ended, close: () => call.destroy() }
}

describe('the change stream', () => {
  it('needs a session', async () => {
    expect((await gateway.send('GET', '/api/stream')).status).toBe(401)
  })

  it('names what changed without its content', async () => {
    const { cookie } = await gateway.signIn()
    const feed = fakeChanges()
    const up = await gateway.start({ changes: feed.changes })
    const stream = open(up.port, { cookie })
    await expect.poll(stream.messages).toEqual([{ id: '0', changed: {} }])
    feed.add('customer', '42')
    feed.add('lead', '7')
    await expect.poll(stream.messages).toEqual([
      { id: '0', changed: {} },
      { id: '1', changed: { customer: ['42'] } },
      { id: '2', changed: { lead: ['7'] } },
    ])
    stream.close()
    await expect.poll(feed.listening).toBe(0)
  })

  it('names no record of a kind that the user may not see, at once or after a reconnection', async () => {
    const feed = fakeChanges()
    const worker = { id: 21, username: 'maria', email: 'm@x.io', role: 'limited_worker' }
    const up = await gateway.start({ changes: feed.changes, identity: { signIn: async () => worker } })
    const { cookie } = await gateway.signIn(up)
    const stream = open(up.port, { cookie })
    await expect.poll(stream.messages).toHaveLength(1)
    const kinds = ['invoice', 'lead', 'message', 'contact', 'appointment']
    for (const kind of kinds) feed.add(kind, '4711')
    await expect.poll(stream.messages).toContainEqual({ id: '5', changed: { appointment: ['4711'] } })
    expect(stream.messages().map(({ changed }) => Object.keys(changed))).toEqual([
      [],
      [],
      [],
      [],
      [],
      ['appointment'],
    ])
    stream.close()
    const again = open(up.port, { cookie, 'last-event-id': '0' })
    await expect.poll(again.messages).toEqual([{ id: '5', changed: { appointment: ['4711'] } }])
    again.close()
  })

  it.each([
    ['limited_worker', []],
    ['worker', []],
    ['bookkeeper', ['quote']],
    ['dispatcher', ['price-item', 'quote']],
  ])('tells a %s of changed quotes and price items: %j', async (role, told) => {
    const feed = fakeChanges()
    const member = { id: 22, username: 'maria', email: 'm@x.io', role }
    const up = await gateway.start({ changes: feed.changes, identity: { signIn: async () => member } })
    const { cookie } = await gateway.signIn(up)
    for (const kind of ['quote', 'price-item', 'kind-to-come', 'appointment']) feed.add(kind, '4711')
    const stream = open(up.port, { cookie, 'last-event-id': '0' })
    await expect.poll(stream.messages).toHaveLength(1)
    expect(Object.keys(stream.messages()[0]?.changed).sort()).toEqual(['appointment', ...told])
    stream.close()
  })

  it('misses no change after the answer with the session, which says its position', async () => {
    const feed = fakeChanges()
    feed.add('customer', '1')
    const up = await gateway.start({ changes: feed.changes })
    const { cookie, answer } = await gateway.signIn(up)
    feed.add('customer', '2')
    const asked = await gateway.send('GET', '/api/auth/user', { headers: { cookie }, up })
    feed.add('customer', '3')
    const positions = [answer, asked].map(({ headers }) => headers['x-log-position'])
    expect(positions).toEqual(['1', '2'])
    const stream = open(up.port, { cookie }, `/api/stream?after=${positions[1]}`)
    await expect.poll(stream.messages).toEqual([{ id: '3', changed: { customer: ['3'] } }])
    stream.close()
    const visitor = await gateway.send('GET', '/api/auth/user', { up })
    expect([visitor.status, visitor.headers['x-log-position']]).toEqual([401, undefined])
  })

  it('sends missed changes once after a reconnection, and none that was received', async () => {
    const { cookie } = await gateway.signIn()
    const feed = fakeChanges()
    for (const id of ['1', '2', '1']) feed.add('customer', id)
    const up = await gateway.start({ changes: feed.changes })
    const stream = open(up.port, { cookie, 'last-event-id': '1' })
    await expect.poll(stream.messages).toEqual([{ id: '3', changed: { customer: ['2', '1'] } }])
    feed.add('lead', '9')
    await expect.poll(stream.messages).toHaveLength(2)
    stream.close()
  })

  it('continues after the position of a new stream, or the newer one of a reconnection', async () => {
    const { cookie } = await gateway.signIn()
    const feed = fakeChanges()
    for (const id of ['1', '2', '3']) feed.add('customer', id)
    const up = await gateway.start({ changes: feed.changes })
    const resumed = open(up.port, { cookie }, '/api/stream?after=1')
    await expect.poll(resumed.messages).toEqual([{ id: '3', changed: { customer: ['2', '3'] } }])
    const reconnected = open(up.port, { cookie, 'last-event-id': '2' }, '/api/stream?after=1')
    await expect.poll(reconnected.messages).toEqual([{ id: '3', changed: { customer: ['3'] } }])
    for (const stream of [resumed, reconnected]) stream.close()
  })

  it('reports that everything may have changed when too much was missed', async () => {
    const { cookie } = await gateway.signIn()
    const feed = fakeChanges()
    feed.add('customer', '1')
    feed.forget()
    const up = await gateway.start({ changes: feed.changes })
    const stream = open(up.port, { cookie, 'last-event-id': '0' })
    await expect.poll(stream.messages).toEqual([{ id: '1', changed: 'everything' }])
    stream.close()
  })

  it('reports that everything has changed when the demonstration is removed', async () => {
    const { cookie } = await gateway.signIn()
    const feed = fakeChanges()
    const up = await gateway.start({ changes: feed.changes })
    const stream = open(up.port, { cookie })
    await expect.poll(stream.messages).toHaveLength(1)
    feed.add('demonstration', '1')
    await expect.poll(stream.messages).toContainEqual({ id: '1', changed: 'everything' })
    stream.close()
  })

  it('ends with its session and does not prolong it', async () => {
    const { cookie } = await gateway.signIn()
    const up = await gateway.start({ heartbeatMs: 50 })
    const stream = open(up.port, { cookie })
    await expect.poll(stream.text).toContain(': still here')
    const lastSeen = `SELECT max(seen_at) AS at FROM sessions`
    await gateway.pool().query(`UPDATE sessions SET seen_at = now() - interval '20 minutes'`)
    const before = (await gateway.pool().query(lastSeen)).rows
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await gateway.pool().query(lastSeen)).rows).toEqual(before)
    expect(stream.ended()).toBe(false)
    await gateway.pool().query(`UPDATE sessions SET seen_at = now() - interval '31 minutes'`)
    await expect.poll(stream.ended).toBe(true)
  })

  it('limits the open streams of a session', async () => {
    const { cookie } = await gateway.signIn()
    const up = await gateway.start()
    const streams = Array.from({ length: 20 }, () => open(up.port, { cookie }))
    await expect.poll(() => streams.every((it) => it.messages().length > 0)).toBe(true)
    expect((await gateway.send('GET', '/api/stream', { headers: { cookie }, up })).status).toBe(429)
    for (const stream of streams) stream.close()
  })

  it.each([
    ['while its session is looked up', 'session'],
    ['while what it missed is read', 'missed'],
  ])('of a window that is closed %s is not counted and leaves nothing behind', async (_, when) => {
    const { cookie } = await gateway.signIn()
    const feed = fakeChanges()
    let reading = 0
    let goOn = () => {}
    const position = async () => {
      reading += 1
      if (when === 'missed')
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      return 0n
    }
    const up = await gateway.start({ changes: { ...feed.changes, position }, heartbeatMs: 20 })
    const pool = gateway.pool()
    const held = when === 'session' ? await pool.connect() : undefined
    await held?.query('BEGIN')
    await held?.query('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE')
    const timers = () => process.getActiveResourcesInfo().filter((it) => it === 'Timeout').length
    const timersBefore = timers()
    for (let n = 1; n <= 20; n++) {
      const stream = open(up.port, { cookie })
      if (when === 'missed') await expect.poll(() => reading).toBe(n)
      else
        await expect
          .poll(
            async () =>
              (
                await held?.query(
                  `SELECT FROM pg_locks WHERE NOT granted AND relation = 'sessions'::regclass`,
                )
              )?.rowCount,
          )
          .toBeGreaterThanOrEqual(Math.min(n, 1))
      stream.close()
      if (when === 'missed') {
        await expect.poll(feed.listening).toBe(0)
        goOn()
      }
    }
    await held?.query('COMMIT')
    held?.release()
    const stream = open(up.port, { cookie })
    if (when === 'missed') {
      await expect.poll(() => reading).toBe(21)
      goOn()
    }
    await expect.poll(stream.messages).toHaveLength(1)
    expect(feed.listening()).toBe(1)
    // some belong to connections of the pool
    expect(timers() - timersBefore).toBeLessThan(15)
    stream.close()
  })

  it('ends when the process shuts down', async () => {
    const { cookie } = await gateway.signIn()
    const up = await gateway.start()
    const stream = open(up.port, { cookie })
    await expect.poll(stream.messages).toHaveLength(1)
    const began = performance.now()
    await up.stop()
    expect(performance.now() - began).toBeLessThan(8_000)
    expect(stream.ended()).toBe(true)
  })
})
