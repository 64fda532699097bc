import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Pool, run, sql } from '@plumbline/platform/db'
import type { Migration } from '@plumbline/platform/migrate'
import { type RequestHandler, Router } from 'express'
import { readBuiltIn } from '../releases/remotes.ts'
import { acceptedEncodings } from './staticFiles.ts'

/** The files of built front-ends by their paths; those with a `.br` at the end are compressed. */
export const storedFilesMigration: Migration = {
  id: 'front-end-files-v1',
  sql: `CREATE TABLE front_end_files (path text PRIMARY KEY, content bytea NOT NULL, replaced_at timestamptz);
    ALTER TABLE front_end_files ALTER COLUMN content SET STORAGE EXTERNAL`,
}

/** Tabs of a release are served so long after the next one was prepared. */
const storedDays = 30
const isNamedByContent = /\.[0-9a-f]{8}\.\w+$/

/** Where the files of this release are that a page requests by a name that changes with their content, by their paths. */
async function builtFiles(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const add = async (folder: string, path: string, isIncluded: (file: string) => boolean) => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !isIncluded(entry.name)) continue
      const suffix = existsSync(`${file}.br`) ? '.br' : ''
      files.set(path + file.slice(folder.length).replaceAll('\\', '/') + suffix, file + suffix)
    }
  }
  for (const name of ['app', 'landing'])
    await add(join(root, 'shell/dist', name), `/assets/${name}`, (file) => isNamedByContent.test(file))
  for (const { name, release } of await readBuiltIn(root)) {
    if (!release) continue
    const folder = join(root, `mfe-${name}`, 'dist', release.build)
    await add(folder, `/remotes/${name}/${release.build}`, (file) => !/\.(br|gz)$/.test(file))
  }
  return files
}

/**
 * Stores the built front-ends of this release where the gateways of all releases find them: while it and another one run
 * together a script may be requested from a process of the other, and an open tab outlives the processes of its release.
 */
export async function storeFrontEnds(pool: Pool, root: string): Promise<void> {
  const files = await builtFiles(root)
  const paths = [...files.keys()]
  const stored = await run<{ path: string }>(
    pool,
    sql`UPDATE front_end_files SET replaced_at = CASE WHEN path <> ALL(${paths}) THEN coalesce(replaced_at, now()) END
        RETURNING path`,
  )
  const known = new Set(stored.map(({ path }) => path))
  const missing = paths.filter((path) => !known.has(path))
  const contents = await Promise.all(missing.map((path) => readFile(files.get(path) as string)))
  await pool.query(
    sql`INSERT INTO front_end_files (path, content) SELECT * FROM unnest(${missing}::text[], ${contents}::bytea[])
        ON CONFLICT DO NOTHING`,
  )
  await pool.query(
    sql`DELETE FROM front_end_files WHERE replaced_at < now() - make_interval(days => ${storedDays})`,
  )
}

const decompress = promisify(brotliDecompress)

/** Serves what `storeFrontEnds` of any release stored. */
export function storedFiles(pool: Pool): RequestHandler {
  const router = Router()
  router.get(['/assets/*file', '/remotes/*file'], async (req, res, next) => {
    const [stored] = await run<{ content: Buffer; isCompressed: boolean }>(pool, {
      name: 'front-end-file',
      text: `SELECT content, path <> $1 AS "isCompressed" FROM front_end_files WHERE path IN ($1, $1 || '.br')`,
      values: [req.path],
    })
    if (!stored) return next()
    const { content, isCompressed } = stored
    const isAccepted = acceptedEncodings(req).some(({ encoding }) => encoding === 'br')
    if (isCompressed && isAccepted) res.set('Content-Encoding', 'br')
    res.vary('Accept-Encoding')
    res.set('Cache-Control', 'public, max-age=31536000, immutable')
    res.type(extname(req.path)).send(isCompressed && !isAccepted ? await decompress(content) : content)
  })
  return router
}
