import { type Bucket, bucketAt, isBucketAddress, openBucket } from '@plumbline/platform/s3'
import { folderStorage } from './folderStorage.ts'
import type { BackupStorage, StorageLocation } from './storage.ts'

// parts of 8 MiB over a slow line
const timeoutMs = 60_000

/** @throws when it is a bucket whose credentials are missing. */
export function openStorage({ address, connection, variablePrefix }: StorageLocation): BackupStorage {
  if (!isBucketAddress(address)) return folderStorage(address)
  const bucket = bucketAt(address, connection, {
    variable: 'The place of backups',
    ...(variablePrefix && { variablePrefix }),
  })
  return bucketStorage({ ...bucket, timeoutMs })
}

function bucketStorage(location: Bucket): BackupStorage {
  const bucket = openBucket(location)
  return {
    where: bucket.where.replace(/\/$/, ''),
    within: (name) => bucketStorage({ ...location, prefix: `${location.prefix}${name}/` }),
    list: () => bucket.list(''),
    read: bucket.readStream,
    write: bucket.write,
    remove: bucket.remove,
    removeUnfinished: bucket.removeUploads,
    freeBytes: async () => undefined,
  }
}
