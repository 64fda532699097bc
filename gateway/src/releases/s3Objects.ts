import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Objects } from './objects.ts'

export type Bucket = {
  bucket: string
  /** Ends in `/` unless it is empty. */
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  timeoutMs?: number
}

const maxAttempts = 3
const pauseMs = 200
const emptyBody: Buffer = Buffer.alloc(0)

/** Objects in an S3-compatible bucket that supports `If-None-Match` on writes. */
export function s3Objects({
  bucket,
  prefix,
  endpoint,
  region,
  timeoutMs = 5_000,
  ...credentials
}: Bucket): Objects {
  const where = `s3://${bucket}/${prefix}`
  const client = new AwsClient({ ...credentials, region, service: 's3' })

  /** Sends a signed request; throws when there is no answer in time. */
  async function send(method: string, path: string, body = emptyBody, more: Record<string, string> = {}) {
    const headers = { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'), ...more }
    const init = { method, headers, ...(body.length > 0 && { body: new Uint8Array(body) }) }
    const request = await client.sign(`${endpoint}/${bucket}${path}`, init)
    const answer = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
      throw new Error(`${where} cannot be reached at ${endpoint}: ${reasonOf(error, timeoutMs)}`)
    })
    return { status: answer.status, bytes: await bytesOf(answer) }
  }
  const bytesOf = async (answer: Response) =>
    Buffer.from(
      await answer.arrayBuffer().catch((error) => {
        throw new Error(`${where} stopped in the middle of its answer: ${reasonOf(error, timeoutMs)}`)
      }),
    )

  const refused = ({ status, bytes }: Awaited<ReturnType<typeof send>>, what: string) =>
    new Error(`${where} refused ${what}: ${explain(status, bytes.toString(), bucket)}`)

  async function read(key: string): Promise<Buffer | null> {
    const answer = await send('GET', `/${prefix}${key}`)
    if (answer.status === 200) return answer.bytes
    if (answer.status === 404 && codeOf(answer.bytes.toString()) !== 'NoSuchBucket') return null
    throw refused(answer, `to read ${key}`)
  }

  return {
    where,
    read,
    list: async (start, after) => {
      const keys: string[] = []
      const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + start })
      if (after) query.set('start-after', prefix + after)
      for (;;) {
        const answer = await send('GET', `?${query.toString().replaceAll('+', '%20')}`)
        if (answer.status !== 200) throw refused(answer, 'to list what is there')
        const text = answer.bytes.toString()
        keys.push(...elements(text, 'Key').map((key) => key.slice(prefix.length)))
        const [next] = elements(text, 'NextContinuationToken')
        if (!next) return keys
        query.set('continuation-token', next)
      }
    },
    create: async (key, bytes) => {
      for (let attempt = 1; ; attempt++) {
        const answer = await send('PUT', `/${prefix}${key}`, bytes, { 'If-None-Match': '*' }).catch(
          (error) => {
            if (attempt === maxAttempts) throw error
            return null
          },
        )
        if (answer?.status === 200) return true
        // an attempt whose answer was lost may have succeeded
        if (answer?.status === 412) return attempt > 1 && bytes.equals((await read(key)) ?? emptyBody)
        const again = !answer || answer.status === 409 || answer.status >= 500
        if (answer && (!again || attempt === maxAttempts)) throw refused(answer, `to write ${key}`)
        await sleep(pauseMs * attempt)
      }
    },
  }
}

const reasonOf = (error: Error & { cause?: { code?: string; message?: string } }, timeoutMs: number) =>
  error.name === 'TimeoutError'
    ? `no answer in ${timeoutMs / 1_000} s`
    : (error.cause?.code ?? error.cause?.message ?? error.message)

const plain = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(lt|gt|quot|apos|amp);/g, (entity) => plain[entity as keyof typeof plain]),
  )
const codeOf = (xml: string) => elements(xml, 'Code')[0]

const hints: Record<string, string> = {
  InvalidAccessKeyId: 'there is no such AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  AccessDenied: 'the key that AWS_ACCESS_KEY_ID names may not do this',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired',
  AuthorizationHeaderMalformed: 'AWS_REGION is not where the bucket is',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  NotImplemented: 'it does not know If-None-Match, without which a change could be lost',
}

function explain(status: number, xml: string, bucket: string): string {
  const code = codeOf(xml) ?? 'no reason given'
  const hint = code === 'NoSuchBucket' ? `there is no bucket ${bucket}` : hints[code]
  return `${status} ${code}${hint ? ` (${hint})` : ''}`
}
