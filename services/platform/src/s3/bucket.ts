import { Readable } from 'node:stream'
import { type Answer, type Bucket, codeOf, elements, openRequests } from './requests.ts'
import { removeUploads, uploadStream } from './upload.ts'

/** Objects in an S3-compatible bucket. Keys are relative to its prefix. */
export function openBucket(location: Bucket) {
  const { prefix } = location
  const requests = openRequests(location)
  const { send, sendAgain, openStream, refused } = requests
  const pathOf = (key: string) => `/${prefix}${key}`
  const isMissing = (answer: Answer) => answer.status === 404 && codeOf(answer) !== 'NoSuchBucket'

  /** Null when there is no such key. */
  async function read(key: string): Promise<Buffer | null> {
    const answer = await send({ method: 'GET', path: pathOf(key) })
    if (answer.status === 200) return answer.bytes
    if (isMissing(answer)) return null
    throw refused(answer, `to read ${key}`)
  }

  return {
    where: requests.where,
    read,
    /** For objects that are larger than memory; null when there is no such key. */
    readStream: async (key: string): Promise<Readable | null> => {
      const answer = await openStream(pathOf(key))
      if ('body' in answer) return Readable.from(answer.body)
      if (isMissing(answer)) return null
      throw refused(answer, `to read ${key}`)
    },
    /** Every key that starts with `start`, in order; with `after` only those behind it. */
    list: async (start: string, after?: string): Promise<string[]> => {
      const keys: string[] = []
      const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + start })
      if (after) query.set('start-after', prefix + after)
      for (;;) {
        const path = `?${query.toString().replaceAll('+', '%20')}`
        const answer = await send({ method: 'GET', path })
        if (answer.status !== 200) throw refused(answer, 'to list what is there')
        keys.push(...elements(answer.bytes, 'Key').map((key) => key.slice(prefix.length)))
        const [next] = elements(answer.bytes, 'NextContinuationToken')
        if (!next) return keys
        query.set('continuation-token', next)
      }
    },
    /** False, and nothing is written, when the key exists already; of two concurrent calls one answers true. */
    create: async (key: string, bytes: Buffer): Promise<boolean> => {
      const headers = { 'If-None-Match': '*' }
      const answer = await sendAgain({ method: 'PUT', path: pathOf(key), body: bytes, headers })
      if (answer.status === 200) return true
      // an attempt whose answer was lost may have succeeded
      if (answer.status === 412)
        return answer.attempt > 1 && bytes.equals((await read(key)) ?? Buffer.alloc(0))
      throw refused(answer, `to write ${key}`)
    },
    /** Replaces what was there, when all of `content` has arrived. */
    write: (key: string, content: AsyncIterable<Uint8Array>): Promise<void> =>
      uploadStream(requests, { key, path: pathOf(key) }, content),
    remove: async (key: string): Promise<void> => {
      const answer = await sendAgain({ method: 'DELETE', path: pathOf(key) })
      if (answer.status >= 300 && !isMissing(answer)) throw refused(answer, `to delete ${key}`)
    },
    /** Ends uploads that a killed process left; they are in no list and cost what they take. */
    removeUploads: (isOwn: (key: string) => boolean): Promise<void> => removeUploads(requests, prefix, isOwn),
  }
}
