import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { providePostgres } from '../provision/providePostgres.ts'
import { provideRedis } from '../provision/provideRedis.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    redisUrl: string
    templatePrefix: string
  }
}

/** One Postgres and one Redis for the whole run: the first project to ask provides for all of them. */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getProvidedContext().databaseUrl) return undefined
  const [database, redis] = await Promise.allSettled([providePostgres(), provideRedis()])
  const stop = async () => {
    for (const store of [database, redis]) if (store.status === 'fulfilled') await store.value.stop()
  }
  if (database.status === 'rejected' || redis.status === 'rejected') {
    await stop()
    const reasons = [database, redis].flatMap((store) =>
      store.status === 'rejected' ? [store.reason.message] : [],
    )
    throw new Error(reasons.join('\n'))
  }
  console.log(`Postgres from ${database.value.source}, Redis from ${redis.value.source}`)
  vitest.provide('databaseUrl', database.value.value)
  vitest.provide('redisUrl', redis.value.value)
  const templatePrefix = `plumbline_template_${randomBytes(4).toString('hex')}_`
  vitest.provide('templatePrefix', templatePrefix)
  return async () => {
    await dropDatabases(database.value.value, templatePrefix).finally(stop)
  }
}

/** On a server that outlives the run nothing of it stays. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const named = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)'
    for (const { datname } of (await client.query(named, [prefix])).rows)
      await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}
