import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Pool } from '@plumbline/platform/db'
import type { Files } from '@plumbline/platform/files'
import {
  createTestDatabase,
  type S3Server,
  startS3,
  type TestDatabase,
  testKeyring,
} from '@plumbline/platform/testing'
import { afterAll, beforeAll } from 'vitest'
import type { StorageLocation } from '../../processes/backup/openStorage.ts'
import { openStorage } from '../../processes/backup/openStorage.ts'
import { owners } from '../../processes/stores/schemas.ts'
import { seedLeads } from './leadFixture.ts'

/** A store with fourteen leads, under the master key of `testKeyring`. */
export async function createStoreWithLeads(): Promise<{ database: TestDatabase; pool: Pool }> {
  const database = await createTestDatabase(owners)
  const pool = database.pool({ max: 4, longRunning: true })
  await seedLeads(database)
  await pool.query('INSERT INTO es.master_key (fingerprint) VALUES ($1)', [testKeyring.fingerprint])
  return { database, pool }
}

/** Empty places for backups, for the tests of one file. */
export function useBackupPlaces() {
  let home: string
  let s3: S3Server
  let count = 0
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'plumbline-backups-'))
    s3 = await startS3()
  })
  afterAll(async () => {
    await rm(home, { recursive: true })
    await s3.stop()
  })
  return {
    server: () => s3,
    folder: (): StorageLocation => ({ address: join(home, String(++count)), connection: {} }),
    bucket: (): StorageLocation => ({
      address: `s3://${s3.location.bucket}/shop-${++count}`,
      connection: {
        S3_ENDPOINT: s3.location.endpoint,
        AWS_REGION: s3.location.region,
        AWS_ACCESS_KEY_ID: s3.location.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.location.secretAccessKey,
      },
    }),
  }
}

/** The variables that name a place to a process. */
export const backupEnv = ({ address, connection }: StorageLocation): Record<string, string> => ({
  BACKUP_DIR: address,
  ...Object.fromEntries(Object.entries(connection).map(([name, value]) => [`BACKUP_${name}`, value ?? ''])),
})

/** Where the commands of operators store a backup `name`. */
export const placesAt = (location: StorageLocation, name: string, keys = 'keys') => ({
  backup: openStorage(location).within(name),
  keys: openStorage(location).within(keys),
})

export const storeText = (storage: Files, file: string, text: string): Promise<void> =>
  storage.write(file, Readable.from([Buffer.from(text)]))

/** Changes a byte of the file of a table. */
export async function damageTable(storage: Files, table: string): Promise<void> {
  const file = (await storage.list()).find((name) => name.startsWith(`${table}.`)) ?? ''
  const bytes = (await storage.read(file)) as Buffer
  bytes[40] = (bytes[40] as number) ^ 0xff
  await storage.write(file, Readable.from([bytes]))
}
