import { openBucket } from './bucket.ts'
import type { Files, FilesLocation, FilesOptions } from './files.ts'
import { openFolder } from './folder.ts'

export const openFiles = (location: FilesLocation, options: FilesOptions = {}): Files =>
  typeof location === 'string' ? openFolder(location, options) : openBucket(location)
