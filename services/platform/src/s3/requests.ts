import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

export type Bucket = {
  bucket: string
  /** Ends in `/` unless it is empty. */
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  /** How long an answer may take, and how long a pause in one. */
  timeoutMs?: number
  /** What stands before the names of the variables that messages name, such as `BACKUP_`. */
  variablePrefix?: string
}

export type Answer = { status: number; bytes: Buffer }
/** `path` is of the key within the bucket, or a query. */
export type S3Request = { method: string; path: string; body?: Buffer; headers?: Record<string, string> }

type Failure = Error & { cause?: { code?: string; message?: string } }

const maxAttempts = 3
const pauseMs = 200
const emptyBody: Buffer = Buffer.alloc(0)

/** Signed requests to one bucket; they throw when there is no answer in time. */
export function openRequests({
  bucket,
  prefix,
  endpoint,
  region,
  timeoutMs = 5_000,
  variablePrefix = '',
  ...credentials
}: Bucket) {
  const where = `s3://${bucket}/${prefix}`
  const client = new AwsClient({ ...credentials, region, service: 's3' })
  const reasonOf = (error: Failure) =>
    error.name === 'TimeoutError'
      ? `no answer in ${timeoutMs / 1_000} s`
      : (error.cause?.code ?? error.cause?.message ?? error.message)

  async function fetchSigned({ method, path, body = emptyBody, headers }: S3Request, signal: AbortSignal) {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const request = await client.sign(`${endpoint}/${bucket}${path}`, {
      method,
      headers: { 'X-Amz-Content-Sha256': sha256, ...headers },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    return fetch(request, { signal }).catch((error) => {
      throw new Error(`${where} cannot be reached at ${endpoint}: ${reasonOf(error)}`)
    })
  }

  const brokenOff = (error: Failure) =>
    new Error(`${where} stopped in the middle of its answer: ${reasonOf(error)}`)

  async function send(request: S3Request): Promise<Answer & { headers: Headers }> {
    const answer = await fetchSigned(request, AbortSignal.timeout(timeoutMs))
    const bytes = await answer.arrayBuffer().catch((error) => {
      throw brokenOff(error)
    })
    return { status: answer.status, bytes: Buffer.from(bytes), headers: answer.headers }
  }

  /** Repeats a request that may be sent twice while there is no answer, or one that says to try again. */
  async function sendAgain(request: S3Request) {
    for (let attempt = 1; ; attempt++) {
      const answer = await send(request).catch((error) => {
        if (attempt === maxAttempts) throw error
        return null
      })
      if (answer && (attempt === maxAttempts || !isTemporary(answer))) return { ...answer, attempt }
      await sleep(pauseMs * attempt)
    }
  }

  /** The body as it arrives. Only the time that is waited for more of it counts. */
  async function openStream(
    path: string,
  ): Promise<Answer | { status: 200; body: AsyncIterable<Uint8Array> }> {
    const stopping = new AbortController()
    const stop = () => stopping.abort(new DOMException('', 'TimeoutError'))
    const inTime = async <T>(work: Promise<T>): Promise<T> => {
      const timer = setTimeout(stop, timeoutMs)
      return work.finally(() => clearTimeout(timer))
    }
    const answer = await inTime(fetchSigned({ method: 'GET', path }, stopping.signal))
    if (answer.status !== 200 || !answer.body)
      return { status: answer.status, bytes: Buffer.from(await inTime(answer.arrayBuffer())) }
    const reader = answer.body.getReader()
    async function* body() {
      try {
        for (;;) {
          const { done, value } = await inTime(reader.read()).catch((error) => {
            throw brokenOff(error)
          })
          if (done) return
          yield value
        }
      } finally {
        stopping.abort()
      }
    }
    return { status: 200, body: body() }
  }

  const refused = ({ status, bytes }: Answer, what: string) =>
    new Error(`${where} refused ${what}: ${explain(status, bytes.toString(), { bucket, variablePrefix })}`)

  return { where, send, sendAgain, openStream, refused }
}
export type Requests = ReturnType<typeof openRequests>

const isTemporary = ({ status }: Answer) => status === 409 || status === 429 || status >= 500

const plain = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
/** The texts of the elements `name`, in order. */
export const elements = (xml: Buffer | string, name: string): string[] =>
  [...xml.toString().matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(lt|gt|quot|apos|amp);/g, (entity) => plain[entity as keyof typeof plain]),
  )
export const codeOf = ({ bytes }: Answer) => elements(bytes, 'Code')[0]

const hintsFor = (prefix: string): Record<string, string> => ({
  InvalidAccessKeyId: `there is no such ${prefix}AWS_ACCESS_KEY_ID`,
  SignatureDoesNotMatch: `${prefix}AWS_SECRET_ACCESS_KEY does not belong to ${prefix}AWS_ACCESS_KEY_ID`,
  AccessDenied: `the key that ${prefix}AWS_ACCESS_KEY_ID names may not do this`,
  ExpiredToken: `${prefix}AWS_SESSION_TOKEN has expired`,
  AuthorizationHeaderMalformed: `${prefix}AWS_REGION is not where the bucket is`,
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  NotImplemented: 'the store must know If-None-Match, and uploads in several parts',
})

function explain(
  status: number,
  xml: string,
  { bucket, variablePrefix }: { bucket: string; variablePrefix: string },
): string {
  const code = elements(xml, 'Code')[0] ?? 'no reason given'
  const hint = code === 'NoSuchBucket' ? `there is no bucket ${bucket}` : hintsFor(variablePrefix)[code]
  return `${status} ${code}${hint ? ` (${hint})` : ''}`
}
