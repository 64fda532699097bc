import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLog } from '@plumbline/platform/log'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createStoreWithLeads } from '../../cli/ops/backupFixture.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { openStores, reasonOf } from './openStores.ts'
import { migrateAll } from './schemas.ts'

const open = (databaseUrl: string, redisUrl?: string) =>
  openStores({ dataDir: '/nowhere', databaseUrl, redisUrl }, () => {})

describe('a given database', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())

  it('may have its own formats of dates, times and bytes', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const { database: shop, pool } = await createStoreWithLeads()
    const shopName = new URL(shop.url).pathname.slice(1)
    for (const [setting, value] of [
      ['DateStyle', 'German, DMY'],
      ['IntervalStyle', 'iso_8601'],
      ['TimeZone', 'America/New_York'],
      ['bytea_output', 'escape'],
    ])
      for (const each of [name, shopName])
        await pool.query(`ALTER DATABASE ${each} SET ${setting} = '${value}'`)
    await open(database.url)
    await migrateAll(database.url, createLog('test'))
    const own = shop.pool({ max: 1, schema: 'crm' })
    const { rows } = await own.query('SELECT now() AS at')
    expect(rows[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const { rows: keys } = await own.query('SELECT wrapped FROM es.subject_keys LIMIT 1')
    expect(keys[0]?.wrapped.length).toBeGreaterThan(30)
    await shop.drop()
  })

  it('is reached as DATABASE_URL says, whatever the shell tells psql', async () => {
    const shell = { PGSSLMODE: 'require', PGHOST: 'nowhere.invalid', PGOPTIONS: '-c no_such_setting=1' }
    const ops = [join(import.meta.dirname, '../../cli/ops/main.ts'), 'projections', 'list', '--json']
    const { stdout } = await promisify(execFile)(process.execPath, ops, {
      env: { ...process.env, ...shell, DATABASE_URL: database.url },
    })
    expect(JSON.parse(stdout)).not.toEqual([])
  })

  it('may have pg_trgm in a schema of its own', async () => {
    const owner = database.pool({ max: 1 })
    await owner.query(
      'CREATE SCHEMA "managed extensions"; CREATE EXTENSION pg_trgm SCHEMA "managed extensions"',
    )
    await migrateAll(database.url, createLog('test'))
    const { rows } = await owner.query(
      `SELECT count(*)::int AS n FROM pg_indexes WHERE indexdef LIKE '%"managed extensions".gin_trgm_ops%'`,
    )
    expect(rows[0]?.n).toBeGreaterThan(4)
  })

  it('is refused with every role that its login may not create', async () => {
    const login = `login_${process.pid}`
    const admin = database.pool({ max: 1 })
    await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`)
    const url = Object.assign(new URL(database.url), { username: login, password: 'x' }).href
    const refused = migrateAll(url, createLog('test'))
    await expect(refused).rejects.toThrow(
      /: run (CREATE ROLE \w+ NOLOGIN; )?GRANT plumbline_identity TO \w+; .*GRANT plumbline_gateway TO \w+$/,
    )
    await admin.query(`DROP ROLE ${login}`)
  })

  it('is not reached through a pooler that drops the settings of a connection', async () => {
    // as PgBouncer answers a parameter that it does not know
    const server = createServer((socket) => {
      socket.once('data', () => {
        const fields = `SFATAL\0C08P01\0Munsupported startup parameter in options: jit\0\0`
        const length = Buffer.alloc(4)
        length.writeInt32BE(fields.length + 4)
        socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/db`
    await expect(open(url)).rejects.toThrow(
      'DATABASE_URL cannot be used: it leads to a pooler, such as PgBouncer in transaction mode',
    )
    server.close()
  })

  it('whose certificate nobody signed is refused in a sentence that says what is accepted', () => {
    const refusal = Object.assign(new Error('self-signed certificate'), {
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(reasonOf(refusal)).toContain('sslmode=no-verify, which encrypts and does not check who answers')
  })
})

it('a database that allows too few connections is refused with the number', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-connections-'))
  const server = await startPostgres({ dataDir, durable: false, settings: { max_connections: '25' } })
  try {
    await expect(open(server.url)).rejects.toThrow(
      'the server allows 25 connections, and the product needs 53. Set max_connections to 200',
    )
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
})

it('an embedded database that is just being started again stops when it is told to', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-restarted-'))
  const said: string[] = []
  const stores = await openStores({ dataDir, databaseUrl: undefined, redisUrl: undefined }, (line) =>
    said.push(line),
  )
  const pidOf = () =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pidOf(), 'SIGKILL')
  await expect.poll(() => said.join()).toContain('starting it again')
  await stores.stop()
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
  await rm(dataDir, { recursive: true })
})

it('a Redis user without INFO is refused with the command that allows it', async () => {
  const admin = new Redis(inject('redisUrl'))
  const user = `queues_${process.pid}`
  await admin.call('ACL', 'SETUSER', user, 'on', '>secret', '~*', '&*', '+@all', '-info')
  try {
    const url = Object.assign(new URL(inject('redisUrl')), { username: user, password: 'secret' }).href
    await expect(open('postgres://nobody@127.0.0.1:1/none', url)).rejects.toThrow(
      'REDIS_URL cannot be used: its user may not use INFO, which the queue needs: ACL SETUSER <user> +info',
    )
  } finally {
    await admin.call('ACL', 'DELUSER', user)
    admin.disconnect()
  }
})
