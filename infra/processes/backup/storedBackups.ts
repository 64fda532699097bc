import type { Pool } from '@plumbline/platform/db'
import type { Files } from '@plumbline/platform/files'
import { archivedBytes, backup, refuseOtherContent } from './archive.ts'
import type { Places } from './check.ts'
import { inMegabytes } from './diskSpace.ts'
import { filesOf, isBackupFile, type Manifest, manifestFile, readManifest } from './manifest.ts'

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
const isOwnName = (name: string) => Object.values(names).some((pattern) => pattern.test(name))

export const placesIn = (storage: Files, name: string): Places => ({
  backup: storage.within(name),
  keys: storage.within('keys'),
})

/** The finished backups of a kind that this product made here by itself, oldest first. */
export async function listBackups(storage: Files, kind: BackupKind): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  for (const [name, files] of await filesByName(storage)) {
    if (!names[kind].test(name) || !files.includes(manifestFile)) continue
    const places = placesIn(storage, name)
    backups.push({ ...places, name, manifest: await readManifest(places.backup) })
  }
  return backups.sort((a, b) => a.manifest.madeAt.localeCompare(b.manifest.madeAt))
}

async function filesByName(storage: Files): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>()
  for (const path of await storage.list()) {
    const [name = '', ...file] = path.split('/')
    all.set(name, [...(all.get(name) ?? []), file.join('/')])
  }
  return all
}

export type TakeOptions = { storage: Files; kind: BackupKind; keep: number; now?: Date }

/**
 * Makes a backup that is named by the time, reads it again, and only then deletes those of its kind that are too many. What a
 * killed process left is deleted first.
 */
export async function takeBackup(
  pool: Pool,
  { storage, kind, keep, now = new Date() }: TakeOptions,
): Promise<StoredBackup> {
  const name = nameFor(kind, now)
  const places = placesIn(storage, name)
  await refuseOtherContent(pool, places)
  await deleteUnfinished(storage)
  refuseWithoutRoom(storage.where, { needed: await archivedBytes(pool), free: await storage.freeBytes() })
  const manifest = await backup(pool, places)
  await deleteOldest(storage, { kind, keep, made: name })
  return { ...places, name, manifest }
}

/** @throws rather than fill the disk, which may be that of the database. */
export function refuseWithoutRoom(
  where: string,
  { needed, free }: { needed: number; free: number | undefined },
): void {
  if (free !== undefined && free < needed)
    throw new Error(
      `${where} has ${inMegabytes(free)} free, and a backup may need ${inMegabytes(needed)}. Enlarge the disk, or delete old backups.`,
    )
}

async function deleteUnfinished(storage: Files): Promise<void> {
  await storage.removeUnfinished((path) => {
    const [name = '', file = '', ...deeper] = path.split('/')
    return deeper.length === 0 && (name === 'keys' || isOwnName(name)) && isBackupFile(file)
  })
  for (const [name, files] of await filesByName(storage))
    if (isOwnName(name) && !files.includes(manifestFile) && files.every(isBackupFile))
      for (const file of files) await storage.remove(`${name}/${file}`)
}

async function deleteOldest(
  storage: Files,
  { kind, keep, made }: { kind: BackupKind; keep: number; made: string },
): Promise<void> {
  const older = (await listBackups(storage, kind)).filter(({ name }) => name !== made)
  for (const { backup: place, manifest } of older.slice(0, Math.max(0, older.length + 1 - keep))) {
    // the manifest goes first: killed on the way it is unfinished, and no backup any more
    const own = filesOf(manifest)
    if ((await place.list()).every((file) => own.includes(file)))
      for (const file of own) await place.remove(file)
  }
}
