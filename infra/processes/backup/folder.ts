import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import {
  archivedBytes,
  backup,
  checkBackup,
  type Manifest,
  type Places,
  partial,
  readManifest,
} from './archive.ts'
import { freeBytesIn, inMegabytes } from './diskSpace.ts'

/** `upgrade`: made before an upgrade changes the database. Each kind is counted for itself. */
export type BackupKind = 'scheduled' | 'upgrade'
export type StoredBackup = Places & { name: string; manifest: Manifest }

// 2026-11-25T074100Z, 2026-11-25T074100Z-upgrade
const names: Record<BackupKind, RegExp> = {
  scheduled: /^\d{4}-\d\d-\d\dT\d{6}Z$/,
  upgrade: /^\d{4}-\d\d-\d\dT\d{6}Z-upgrade$/,
}
const nameFor = (kind: BackupKind, now: Date) => {
  const time = `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  return kind === 'upgrade' ? `${time}-upgrade` : time
}

export const placesIn = (directory: string, name: string): Places => ({
  folder: join(directory, name),
  keysFolder: join(directory, 'keys'),
})

/** The finished backups of a kind that this product made here by itself, oldest first. */
export async function listBackups(directory: string, kind: BackupKind): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  for (const name of await foldersIn(directory, names[kind])) {
    const places = placesIn(directory, name)
    const manifest = await readManifest(places.folder).catch(() => undefined)
    if (manifest) backups.push({ ...places, name, manifest })
  }
  return backups.sort((a, b) => a.manifest.madeAt.localeCompare(b.manifest.madeAt))
}

const foldersIn = async (directory: string, name: RegExp): Promise<string[]> =>
  (await readdir(directory, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory() && name.test(entry.name))
    .map((entry) => entry.name)

export type TakeOptions = { directory: string; kind: BackupKind; keep: number; now?: Date }

/**
 * Makes a backup in a folder named by the time, reads it again, and only then deletes those of its kind that are too many.
 * What a killed process left is deleted first.
 */
export async function takeBackup(
  pool: Pool,
  { directory, kind, keep, now = new Date() }: TakeOptions,
): Promise<StoredBackup> {
  await deleteUnfinished(directory)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  refuseWithoutRoom(directory, { needed: await archivedBytes(pool), free: await freeBytesIn(directory) })
  const name = nameFor(kind, now)
  const places = placesIn(directory, name)
  const manifest = await backup(pool, places)
  await checkBackup(places)
  await deleteOldest(directory, { kind, keep, made: name })
  return { ...places, name, manifest }
}

/** @throws rather than fill the disk, which may be that of the database. */
export function refuseWithoutRoom(
  directory: string,
  { needed, free }: { needed: number; free: number },
): void {
  if (free < needed)
    throw new Error(
      `${directory} has ${inMegabytes(free)} free, and a backup may need ${inMegabytes(needed)}. Enlarge the disk, or delete old backups.`,
    )
}

async function deleteUnfinished(directory: string): Promise<void> {
  const unfinished = /^\d{4}-\d\d-\d\dT\d{6}Z(-upgrade)?\.partial$/
  for (const name of await foldersIn(directory, unfinished))
    await rm(join(directory, name), { recursive: true })
}

async function deleteOldest(
  directory: string,
  { kind, keep, made }: { kind: BackupKind; keep: number; made: string },
): Promise<void> {
  const older = (await listBackups(directory, kind)).filter(({ name }) => name !== made)
  for (const it of older.slice(0, Math.max(0, older.length + 1 - keep))) {
    if (!(await hasOnlyOwnFiles(it))) continue
    // killed on the way it is unfinished, and no backup any more
    await rename(it.folder, partial(it.folder))
    await rm(partial(it.folder), { recursive: true })
  }
}

async function hasOnlyOwnFiles({ folder, manifest }: StoredBackup): Promise<boolean> {
  const own = new Set(['manifest.json', ...Object.keys(manifest.tables).map((table) => `${table}.copy.gz`)])
  return (await readdir(folder)).every((name) => own.has(name))
}
