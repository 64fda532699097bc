import { bucketAt, type FilesLocation, isBucketAddress, s3Variables } from '@plumbline/platform/files'
import * as z from 'zod'

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
): FilesLocation | undefined {
  if (!name || !isBucketAddress(name)) return name && path(name)
  return bucketAt(name, variables, { variable: 'REMOTES_STORE' })
}
