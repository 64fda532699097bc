import { type Bucket, openBucket } from '@plumbline/platform/s3'
import type { BackupStorage } from './storage.ts'

export function bucketStorage(location: Bucket): BackupStorage {
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
