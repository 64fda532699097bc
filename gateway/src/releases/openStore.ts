import * as z from 'zod'
import { folderObjects } from './folderObjects.ts'
import { type Bucket, s3Objects } from './s3Objects.ts'
import { createStore, type RemotesStore } from './store.ts'

/** Where published remotes lie: a folder by its path, or a bucket. */
export type StoreLocation = string | Bucket

export const openStore = (location: StoreLocation): RemotesStore =>
  createStore(typeof location === 'string' ? folderObjects(location) : s3Objects(location))

const text = z.string().min(1)

/** The variables that name a store; `storeLocation` makes sense of them. */
export const storeVariables = {
  REMOTES_STORE: text.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  AWS_SESSION_TOKEN: text.optional(),
  AWS_REGION: text.optional(),
}
type Given = z.infer<z.ZodObject<typeof storeVariables>>

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w./-]*))?$/

/** A bucket with its credentials, or the folder that `path` makes of the words; undefined where nothing is said. */
export function storeLocation(given: Given, path: (words: string) => string): StoreLocation | undefined {
  const { REMOTES_STORE: words, AWS_REGION: region = 'us-east-1' } = given
  if (!words?.startsWith('s3:')) return words && path(words)
  const [, bucket, prefix = ''] = address.exec(words) ?? []
  if (!bucket) throw new Error(`REMOTES_STORE is s3://bucket/prefix or a folder, not ${words}`)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`REMOTES_STORE ${words} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  return {
    bucket,
    prefix: prefix.replace(/\/*$/, (end) => (prefix ? '/' : end)),
    endpoint: (given.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, ''),
    region,
    accessKeyId,
    secretAccessKey,
    ...(given.AWS_SESSION_TOKEN && { sessionToken: given.AWS_SESSION_TOKEN }),
  }
}
