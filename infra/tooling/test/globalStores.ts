import type { TestProject } from 'vitest/node'
import { providePostgres } from '../provision/providePostgres.ts'
import { provideRedis } from '../provision/provideRedis.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    redisUrl: string
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
  return stop
}
