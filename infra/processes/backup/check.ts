import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Files } from '@plumbline/platform/files'
import {
  type ArchivedTable,
  archivedTables,
  fileOf,
  keyTables,
  type Manifest,
  readManifest,
  type TableContent,
} from './manifest.ts'

/** Where a backup is, and where the keys are that open it. */
export type Places = { backup: Files; keys: Files }

/** A table of a backup whose file has the right checksum. */
export type CheckedTable = {
  /** How many columns its rows have. */
  fields: number
  columns: string[] | undefined
  /** Its rows in the text format of COPY. */
  read: () => Promise<Readable>
}
export type CheckedBackup = { manifest: Manifest; tables: ReadonlyMap<string, CheckedTable> }

/** Hashes and counts what passes by. */
export function meter() {
  const hash = createHash('sha256')
  let rows = 0
  let fields = 1
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (const byte of chunk)
        if (byte === 10) rows += 1
        else if (byte === 9 && rows === 0) fields += 1
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ rows, fields, sha256: hash.digest('hex') }) }
}

/** Reads every file and compares it with the manifest, before anything is written. */
export async function checkBackup({ backup, keys }: Places): Promise<CheckedBackup> {
  const own = await checkPlace(backup, archivedTables, 'es.events')
  const newest = await checkPlace(keys, keyTables, 'es.subject_keys')
  // the newest copy of users and calendar addresses counts
  const newer =
    newest.manifest.madeAt >= own.manifest.madeAt ? newest.tables : new Map<string, CheckedTable>()
  return { manifest: own.manifest, tables: new Map([...newest.tables, ...own.tables, ...newer]) }
}

/** `required`: the table that every backup has; others may have been added after the backup was made. */
async function checkPlace(
  place: Files,
  content: readonly ArchivedTable[],
  required: string,
): Promise<CheckedBackup> {
  const manifest = await readManifest(place)
  if (manifest.format !== 2 && manifest.format !== 3)
    throw new Error(`${place.where} was made by another version.`)
  const unknown = Object.keys(manifest.tables).filter((name) => !content.some(({ table }) => table === name))
  if (unknown.length > 0)
    throw new Error(
      `${place.where} was made by a newer release: there is no ${unknown.join(', ')} here. Restore it with that release.`,
    )
  const tables = new Map<string, CheckedTable>()
  for (const { table } of content) {
    const written = manifest.tables[table]
    if (written || table === required) tables.set(table, await checkTable(place, table, written))
  }
  return { manifest, tables }
}

/** @throws when the file is not there or differs from what was written. */
export async function checkTable(
  place: Files,
  table: string,
  written: TableContent | undefined,
): Promise<CheckedTable> {
  const file = fileOf(table, written ?? {})
  const read = async () => {
    const stored = await place.readStream(file)
    if (!stored) throw new Error('it is not there')
    const unpacked = createGunzip()
    // an error of either ends both, and is thrown to the reader
    void pipeline(stored, unpacked).catch(() => {})
    return unpacked
  }
  const { stream, result } = meter()
  stream.resume()
  await read()
    .then((rows) => pipeline(rows, stream))
    .catch((error: Error) => {
      throw new Error(`${place.where}/${file} cannot be read: ${error.message}`)
    })
  const { fields, sha256 } = result()
  if (sha256 !== written?.sha256) throw new Error(`${place.where}/${file} is not what was backed up.`)
  return { fields, columns: written.columns, read }
}
