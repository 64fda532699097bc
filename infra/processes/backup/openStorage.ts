import { bucketAt, isBucketAddress } from '@plumbline/platform/s3'
import { bucketStorage } from './bucketStorage.ts'
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
