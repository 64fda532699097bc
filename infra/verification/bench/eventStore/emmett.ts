import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const version = '0.42.0'

export type EmmettFigures = { appendsPerSecond: number; rebuildPerSecond: number; rebuiltEvents: number }

/**
 * The same work by Emmett's PostgreSQL store, in a database of its own on the same server. It has no open licence, so
 * it is installed on demand into a throwaway folder and is no dependency; null where it cannot be had.
 */
export async function benchEmmett(
  url: string,
  seconds: number,
  events: number,
): Promise<EmmettFigures | null> {
  const folder = await mkdtemp(join(tmpdir(), 'emmett-'))
  const database = Object.assign(new URL(url), { pathname: '/emmett_bench' }).href
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
    const packages = [`@event-driven-io/emmett@${version}`, `@event-driven-io/emmett-postgresql@${version}`]
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder })
    await copyFile(join(import.meta.dirname, 'emmett.mjs'), join(folder, 'emmett.mjs'))
    await admin.query('DROP DATABASE IF EXISTS emmett_bench')
    await admin.query('CREATE DATABASE emmett_bench')
    const { stdout } = await run(
      process.execPath,
      ['emmett.mjs', database, String(seconds), String(events)],
      {
        cwd: folder,
        maxBuffer: 64 * 1_048_576,
      },
    )
    return JSON.parse(stdout.trim().split('\n').at(-1) as string)
  } catch (error) {
    console.error(`Emmett could not be measured: ${(error as Error).message.slice(0, 400)}`)
    return null
  } finally {
    await admin.query('DROP DATABASE IF EXISTS emmett_bench WITH (FORCE)')
    await admin.end()
    await rm(folder, { recursive: true, force: true })
  }
}
