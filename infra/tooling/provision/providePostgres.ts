import { startPostgres } from '../../processes/postgres/postgres.ts'
import { firstThatWorks, type Provision } from './chain.ts'
import { requireDocker } from './docker.ts'
import { fromEnvironment } from './fromEnvironment.ts'
import { scratch } from './scratch.ts'

/** A real Postgres for tests: DATABASE_URL, else Docker, else the embedded binaries. */
export async function providePostgres(): Promise<Provision> {
  return (
    (await fromEnvironment('DATABASE_URL', 5432)) ??
    firstThatWorks('Postgres', [
      { source: 'DATABASE_URL', run: () => Promise.reject(new Error('not set')) },
      { source: 'Docker', run: inDocker },
      { source: 'embedded binaries', run: embedded },
    ])
  )
}

async function inDocker() {
  await requireDocker()
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=600']
  const container = await new PostgreSqlContainer('postgres:18-alpine')
    .withDatabase('plumbline')
    .withCommand(['postgres', ...careless.flatMap((setting) => ['-c', setting])])
    .start()
  return { value: container.getConnectionUri(), stop: async () => void (await container.stop()) }
}

async function embedded() {
  const { directory, guard, remove } = scratch()
  try {
    const server = await startPostgres({ dataDir: directory, durable: false })
    guard(server.pid)
    return { value: server.url, stop: () => server.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
