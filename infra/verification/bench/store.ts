import { startPostgres } from '../../processes/postgres/postgres.ts'
import { removeDataDir, throwawayDataDir } from '../e2e/product.ts'

/** A Postgres of its own for one bench, gone afterwards. */
export async function withPostgres<Result>(
  work: (url: string) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = throwawayDataDir()
  const roomy = { shared_buffers: '1GB', max_wal_size: '4GB' }
  const server = await startPostgres({ dataDir, settings: { ...roomy, ...settings } })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
    await removeDataDir(dataDir)
  }
}
