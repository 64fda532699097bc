import { mkdtempSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../processes/postgres/postgres.ts'

/** A Postgres of its own for one bench, gone afterwards. */
export async function withPostgres<Result>(
  work: (url: string) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
  await chmod(dataDir, 0o755)
  const roomy = { shared_buffers: '1GB', max_wal_size: '4GB' }
  const server = await startPostgres({ dataDir, settings: { ...roomy, ...settings } })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
