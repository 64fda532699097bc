import type { Readable } from 'node:stream'
import type { S3Variables } from '@plumbline/platform/s3'

/** Files in one place, a folder or a bucket. A file is there whole or not at all. Names are relative, with `/`. */
export type BackupStorage = {
  /** For messages. */
  where: string
  /** The place `name` in this one. */
  within: (name: string) => BackupStorage
  /** The finished files, those of places in this one too. */
  list: () => Promise<string[]>
  /** Null when there is no such file. */
  read: (file: string) => Promise<Readable | null>
  /** Replaces what was there. */
  write: (file: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  remove: (file: string) => Promise<void>
  /** Deletes what a process left that was killed while it wrote a file whose name `isOwn` accepts. */
  removeUnfinished: (isOwn: (file: string) => boolean) => Promise<void>
  /** Undefined where no limit is known. */
  freeBytes: () => Promise<number | undefined>
}

/** Where backups are stored, and how a bucket there is reached. */
export type StorageLocation = {
  /** The path of a folder, or `s3://bucket/prefix`. */
  address: string
  connection: S3Variables
  /** What stands before the names of the variables of that connection. */
  variablePrefix?: string
}
