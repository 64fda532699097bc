import { type Bucket, bucketAt, isBucketAddress, s3Variables } from '@plumbline/platform/s3'
import * as z from 'zod'

/** Where published builds are stored: the path of a folder, or a bucket. */
export type StoreLocation = string | Bucket

/** The variables that name a store; see `storeLocation`. */
export const storeVariables = {
  REMOTES_STORE: z.string().min(1).optional(),
  ...s3Variables,
}
type StoreVariables = z.infer<z.ZodObject<typeof storeVariables>>

/** A bucket with its credentials, or a folder resolved by `path`; undefined when no store is named. */
export function storeLocation(
  { REMOTES_STORE: name, ...variables }: StoreVariables,
  path: (name: string) => string,
): StoreLocation | undefined {
  if (!name || !isBucketAddress(name)) return name && path(name)
  return bucketAt(name, variables, { variable: 'REMOTES_STORE' })
}
