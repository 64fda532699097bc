import { createHash } from 'node:crypto'
import { type Db, run, sql } from '@plumbline/platform/db'
import { refuseField } from '@plumbline/platform/errors'
import type { Migration } from '@plumbline/platform/migrate'
import { type Picture, type PictureUse, pictureLimits } from '../api.ts'
import { sizeOf } from './format.ts'

/** Pictures by the SHA-256 of their bytes: events name them by it, so they are never changed or deleted. */
export const picturesMigration: Migration = {
  id: 'pictures-v1',
  sql: `CREATE TABLE pictures (
    hash text PRIMARY KEY, use text NOT NULL, width integer NOT NULL, height integer NOT NULL, bytes bytea NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now());
    -- they are compressed already
    ALTER TABLE pictures ALTER bytes SET STORAGE EXTERNAL`,
}

const formats: Record<PictureUse, string> = { logo: 'PNG', photo: 'JPEG' }

/** Stores a picture, once. Refuses what is none, or too large. */
export async function storePicture(db: Db, use: PictureUse, bytes: Buffer): Promise<Picture> {
  const limit = pictureLimits[use]
  if (bytes.length > limit.bytes)
    refuseField('data', `This picture is too large. At most ${limit.bytes / 1_000} kB`)
  const size = sizeOf[use](bytes)
  if (!size) return refuseField('data', `This is no picture. Please choose a ${formats[use]}`)
  if (Math.max(size.width, size.height) > limit.side)
    refuseField('data', `This picture is too large. At most ${limit.side} pixels on its longer side`)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await run(
    db,
    sql`INSERT INTO pictures (hash, use, width, height, bytes)
      VALUES (${hash}, ${use}, ${size.width}, ${size.height}, ${bytes}) ON CONFLICT DO NOTHING`,
  )
  return { hash, ...size }
}

/** Those of these pictures that were added for this use. */
export const findPictures = (db: Db, use: PictureUse, hashes: readonly string[]): Promise<Picture[]> =>
  run(db, sql`SELECT hash, width, height FROM pictures WHERE use = ${use} AND hash = ANY(${hashes})`)

/** The bytes of a picture; other services may read them too. */
export async function readPicture(db: Db, use: PictureUse, hash: string): Promise<Buffer | undefined> {
  const [row] = await run<{ bytes: Buffer }>(
    db,
    sql`SELECT bytes FROM business.pictures WHERE hash = ${hash} AND use = ${use}`,
  )
  return row?.bytes
}

/** What a role of another service needs for it. */
export const pictureGrants = (role: string): string[] => [
  `GRANT USAGE ON SCHEMA business TO ${role}`,
  `GRANT SELECT ON business.pictures TO ${role}`,
]
