import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3 } from '@aws-sdk/client-s3'
import {
  addressOf,
  brokenOff,
  explained,
  isTaken,
  nullIfMissing,
  nullIfUnknown,
  type S3Error,
} from './errors.ts'
import type { Files } from './files.ts'
import type { Bucket } from './location.ts'

// S3 takes 10 000 parts, none but the last below 5 MiB; some stores want all but the last to be equally large
const partBytes = 8 * 1024 * 1024
const maxAttempts = 3

/** Files in an S3-compatible bucket, below its prefix. */
export function openBucket(location: Bucket): Files {
  const { bucket, prefix, timeoutMs } = location
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  const relative = (key = '') => key.slice(prefix.length)

  let connection: Promise<S3> | undefined
  /** `what` is wanted, as messages say it: `to read a`. */
  async function send<T>(what: string, request: (s3: S3) => Promise<T>): Promise<T> {
    connection ??= connect(location)
    const s3 = await connection
    return request(s3).catch((error) => {
      throw explained(error, location, what)
    })
  }

  async function readStream(key: string): Promise<Readable | null> {
    const answer = await send(`to read ${key}`, (s3) => s3.getObject(at(key)).catch(nullIfMissing))
    return answer && Readable.from(inTime(answer.Body as IncomingMessage))
  }

  /** Only the time that is waited for more of it counts. */
  async function* inTime(body: IncomingMessage) {
    // the library's own limit counts the time that a slow reader takes, too
    body.setTimeout(0)
    const chunks = body[Symbol.asyncIterator]()
    try {
      for (;;) {
        const late = setTimeout(() => body.destroy(timeout()), timeoutMs)
        const { done, value } = await chunks
          .next()
          .catch((error) => {
            throw brokenOff(error, location)
          })
          .finally(() => clearTimeout(late))
        if (done) return
        yield value
      }
    } finally {
      body.destroy()
    }
  }

  async function read(key: string): Promise<Buffer | null> {
    const stream = await readStream(key)
    return stream && buffer(stream)
  }

  return {
    where: addressOf(location).replace(/\/$/, ''),
    within: (name) => openBucket({ ...location, prefix: `${prefix}${name}/` }),
    read,
    readStream,
    list: async (start = '', after) => {
      const keys: string[] = []
      let token: string | undefined
      do {
        const page = await send('to list what is there', (s3) =>
          s3.listObjectsV2({
            Bucket: bucket,
            Prefix: prefix + start,
            StartAfter: after && prefix + after,
            ContinuationToken: token,
          }),
        )
        keys.push(...(page.Contents ?? []).map(({ Key }) => relative(Key)))
        token = page.NextContinuationToken
      } while (token)
      return keys
    },
    create: (key, bytes) =>
      send(`to write ${key}`, (s3) =>
        s3.putObject({ ...at(key), Body: bytes, IfNoneMatch: '*' }).then(
          () => true,
          async (error: S3Error) => {
            if (!isTaken(error)) throw error
            // an attempt whose answer was lost may have succeeded
            return (error.$metadata?.attempts ?? 1) > 1 && bytes.equals((await read(key)) ?? Buffer.alloc(0))
          },
        ),
      ),
    write: async (key, content) => {
      const { Upload } = await import('@aws-sdk/lib-storage')
      await send(`to write ${key}`, (client) =>
        new Upload({
          client,
          params: { ...at(key), Body: Readable.from(content, { objectMode: false }) },
          partSize: partBytes,
          queueSize: 1,
        }).done(),
      )
    },
    remove: async (key) => {
      await send(`to delete ${key}`, (s3) => s3.deleteObject(at(key)).catch(nullIfMissing))
    },
    // uploads are in no list, and cost what they take
    removeUnfinished: async (isOwn) => {
      let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
      while (next) {
        const page = await send('to list unfinished uploads', (s3) =>
          s3.listMultipartUploads({ Bucket: bucket, Prefix: prefix, ...next }).catch(nullIfUnknown),
        )
        for (const { Key, UploadId } of page?.Uploads ?? [])
          if (isOwn(relative(Key)))
            await send(`to end an upload of ${relative(Key)}`, (s3) =>
              s3.abortMultipartUpload({ Bucket: bucket, Key, UploadId }).catch(nullIfMissing),
            )
        next = page?.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined
      }
    },
    freeBytes: async () => undefined,
  }
}

async function connect({ endpoint, region, timeoutMs, ...credentials }: Bucket): Promise<S3> {
  // a tenth of a second and 34 MB, for those alone who have a bucket
  const { S3 } = await import('@aws-sdk/client-s3')
  return new S3({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts,
    requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
    // what only Amazon's store knows
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  })
}

const timeout = () => Object.assign(new Error('timeout'), { name: 'TimeoutError' })
