import { bucketAt, type Files, isBucketAddress, openFiles, type S3Variables } from '@plumbline/platform/files'

/** Where backups are stored, and how a bucket there is reached. */
export type StorageLocation = {
  /** The path of a folder, or `s3://bucket/prefix`. */
  address: string
  connection: S3Variables
  /** What stands before the names of the variables of that connection. */
  variablePrefix?: string
}

// parts of 8 MiB over a slow line
const timeoutMs = 60_000

/** @throws when it is a bucket whose credentials are missing. */
export function openStorage({ address, connection, variablePrefix }: StorageLocation): Files {
  // only the operator reads them
  if (!isBucketAddress(address)) return openFiles(address, { isPrivate: true })
  const bucket = bucketAt(address, connection, { variable: 'The place of backups', variablePrefix })
  return openFiles({ ...bucket, timeoutMs })
}
