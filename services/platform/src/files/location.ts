import * as z from 'zod'

/** Where objects are, and who asks for them. */
export type Bucket = {
  bucket: string
  /** Ends in `/` unless it is empty. */
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  /** How long nothing may arrive until a request is repeated or, the third time, fails. */
  timeoutMs: number
  /** What stands before the names of the variables that messages name, such as `BACKUP_`. */
  variablePrefix?: string
}

const defaultTimeoutMs = 2_000

const text = z.string().min(1)

/** The variables that connect to an object store. */
export const s3Variables = {
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  AWS_SESSION_TOKEN: text.optional(),
  AWS_REGION: text.optional(),
}
export type S3Variables = z.infer<z.ZodObject<typeof s3Variables>>

// no segment is empty, `.` or `..`, which addresses on the way would drop
const address = /^s3:\/\/([a-z0-9][a-z0-9.-]+)((?:\/(?!\.\.?(?:\/|$))[\w.-]+)*)\/?$/

/** Whether something is meant as the address of a bucket, not as the path of a folder. */
export const isBucketAddress = (name: string) => name.startsWith('s3:')
export const isValidBucketAddress = (name: string) => address.test(name)

/**
 * The bucket of `s3://bucket/prefix`. `variable`: where the address comes from, for messages; `variablePrefix`: what stands
 * before the names of the variables that connect to it.
 */
export function bucketAt(
  name: string,
  variables: S3Variables,
  { variable, variablePrefix = '' }: { variable: string; variablePrefix?: string },
): Bucket {
  const [, bucket, path = ''] = address.exec(name) ?? []
  if (!bucket) throw new Error(`${variable} is s3://bucket/prefix or a folder, not ${name}`)
  const { AWS_REGION: region = 'us-east-1', AWS_ACCESS_KEY_ID: accessKeyId } = variables
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = variables
  if (!accessKeyId || !secretAccessKey)
    throw new Error(
      `${variable} ${name} needs ${variablePrefix}AWS_ACCESS_KEY_ID and ${variablePrefix}AWS_SECRET_ACCESS_KEY`,
    )
  return {
    bucket,
    prefix: path && `${path.slice(1)}/`,
    endpoint: (variables.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, ''),
    region,
    accessKeyId,
    secretAccessKey,
    timeoutMs: defaultTimeoutMs,
    ...(sessionToken && { sessionToken }),
    ...(variablePrefix && { variablePrefix }),
  }
}
