import type { Readable } from 'node:stream'
import type { Bucket } from './location.ts'

/** Files in one place, a folder or a bucket. A file is there whole or not at all. Names are relative, with `/`. */
export type Files = {
  /** For messages. */
  where: string
  /** The place `name` in this one. */
  within: (name: string) => Files
  /** The names that start with `start`, in order; with `after` only those behind it. */
  list: (start?: string, after?: string) => Promise<string[]>
  /** Null when there is no such file. */
  read: (name: string) => Promise<Buffer | null>
  /** The same for files that are larger than memory. */
  readStream: (name: string) => Promise<Readable | null>
  /** False, and nothing is written, when the file exists already; of two concurrent calls one answers true. */
  create: (name: string, bytes: Buffer) => Promise<boolean>
  /** Replaces what was there, when all of `content` has arrived. In memory is a part of it. */
  write: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** Also of a file that is not there. */
  remove: (name: string) => Promise<void>
  /** Deletes what a process left that was killed while it wrote a file whose name `isOwn` accepts. */
  removeUnfinished: (isOwn: (name: string) => boolean) => Promise<void>
  /** Undefined where no limit is known. */
  freeBytes: () => Promise<number | undefined>
}

/** The path of a folder, or a bucket. */
export type FilesLocation = string | Bucket

export type FilesOptions = {
  /** In a folder, only the login that writes the files may read them. */
  isPrivate?: boolean
}
