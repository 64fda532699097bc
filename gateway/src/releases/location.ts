import * as z from 'zod'
import type { Bucket } from './s3Objects.ts'

/** Where published builds are stored: the path of a folder, or a bucket. */
export type StoreLocation = string | Bucket

const text = z.string().min(1)

/** The variables that name a store; see `storeLocation`. */
export const storeVariables = {
  REMOTES_STORE: text.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  AWS_SESSION_TOKEN: text.optional(),
  AWS_REGION: text.optional(),
}
type StoreVariables = z.infer<z.ZodObject<typeof storeVariables>>

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w./-]*))?$/

/** A bucket with its credentials, or a folder resolved by `path`; undefined when no store is named. */
export function storeLocation(
  variables: StoreVariables,
  path: (name: string) => string,
): StoreLocation | undefined {
  const { REMOTES_STORE: name, AWS_REGION: region = 'us-east-1' } = variables
  if (!name?.startsWith('s3:')) return name && path(name)
  const [, bucket, prefix = ''] = address.exec(name) ?? []
  if (!bucket) throw new Error(`REMOTES_STORE is s3://bucket/prefix or a folder, not ${name}`)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`REMOTES_STORE ${name} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  return {
    bucket,
    prefix: prefix.replace(/\/*$/, (end) => (prefix ? '/' : end)),
    endpoint: (variables.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, ''),
    region,
    accessKeyId,
    secretAccessKey,
    ...(variables.AWS_SESSION_TOKEN && { sessionToken: variables.AWS_SESSION_TOKEN }),
  }
}
