import type { Bucket } from './location.ts'

/** What the library throws: the store's answer, or that there was none. */
export type S3Error = Error & {
  code?: string
  $metadata?: { httpStatusCode?: number; attempts?: number }
}

/** In words that name the bucket, and the variable that is wrong. `what` was asked for: `to read a`. */
export function explained(error: S3Error, bucket: Bucket, what: string): Error {
  // of the content that was to be written
  if (!error.$metadata) return error
  const { httpStatusCode: status } = error.$metadata
  if (!status)
    return new Error(
      `${addressOf(bucket)} cannot be reached at ${bucket.endpoint}: ${reasonOf(error, bucket)}`,
    )
  const hint = hintFor(error.name, bucket)
  return new Error(`${addressOf(bucket)} refused ${what}: ${status} ${error.name}${hint ? ` (${hint})` : ''}`)
}

export const brokenOff = (error: S3Error, bucket: Bucket) =>
  new Error(`${addressOf(bucket)} stopped in the middle of its answer: ${reasonOf(error, bucket)}`)

export const addressOf = ({ bucket, prefix }: Bucket) => `s3://${bucket}/${prefix}`

const statusOf = (error: S3Error) => error.$metadata?.httpStatusCode

export function nullIfMissing(error: S3Error): null {
  if (statusOf(error) === 404 && error.name !== 'NoSuchBucket') return null
  throw error
}

/** A store that does not know the request. */
export function nullIfUnknown(error: S3Error): null {
  if (statusOf(error) === 501) return null
  throw error
}

/** The key exists already, or is being written. */
export const isTaken = (error: S3Error) => statusOf(error) === 412 || statusOf(error) === 409

const reasonOf = ({ name, code, message }: S3Error, { timeoutMs }: Bucket) =>
  code ?? (name === 'TimeoutError' ? `no answer in ${timeoutMs / 1_000} s` : message)

function hintFor(code: string, { bucket, variablePrefix = '' }: Bucket): string | undefined {
  const hints: Record<string, string> = {
    NoSuchBucket: `there is no bucket ${bucket}`,
    InvalidAccessKeyId: `there is no such ${variablePrefix}AWS_ACCESS_KEY_ID`,
    SignatureDoesNotMatch: `${variablePrefix}AWS_SECRET_ACCESS_KEY does not belong to ${variablePrefix}AWS_ACCESS_KEY_ID`,
    AccessDenied: `the key that ${variablePrefix}AWS_ACCESS_KEY_ID names may not do this`,
    ExpiredToken: `${variablePrefix}AWS_SESSION_TOKEN has expired`,
    AuthorizationHeaderMalformed: `${variablePrefix}AWS_REGION is not where the bucket is`,
    RequestTimeTooSkewed: 'the clock of this machine is wrong',
    NotImplemented: 'the store must know If-None-Match, and uploads in several parts',
  }
  return hints[code]
}
