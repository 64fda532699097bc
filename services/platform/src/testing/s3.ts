import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import aws4 from 'aws4'
import type { Bucket } from '../files/index.ts'

const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'a secret that only tests know' }
const bucket = 'remotes'
// S3's own limit for all parts but the last
const minPartBytes = 5 * 1024 * 1024

/** What the server does other than it should. */
export type Misbehaviour = {
  /** Overwrites objects, as a store that ignores conditional writes. */
  unconditional?: boolean
  /** Never answers. */
  silent?: boolean
  /** Never answers a request whose method and path, such as `PUT /remotes/team/a`, match. */
  silentFor?: RegExp | undefined
  /** Breaks off every request, from the first one that matches. */
  awayFrom?: RegExp | undefined
  /** Keeps lists back until so many were asked for, so that all who asked know the same. */
  gather?: number
  /** Does what it is asked to, and breaks off before it says so; that many times. */
  breakOff?: number
  /** Is unavailable, so many times. */
  unavailable?: number
  /** Stores objects whose keys match with a byte changed. */
  damage?: RegExp | undefined
  /** Breaks off in the middle of objects. */
  truncate?: boolean
}

type Upload = { key: string; parts: Map<number, Buffer> }
type Reply = { status: number; text: string | Buffer; etag?: string }

/**
 * A server that speaks as much of S3 as the product needs: signed requests, lists in pages, writes under the condition that
 * nothing is there, uploads in parts. Signatures are checked with another library than the one that makes them.
 */
export async function startS3(port = 0) {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  const behaviour: Misbehaviour = {}
  const requestLog: string[] = []
  let waiting: (() => void)[] = []

  const server = createServer(async (req, res) => {
    const body = await buffer(req).catch(() => undefined)
    if (!body) return
    const line = `${req.method} ${req.url}`
    requestLog.push(line)
    if (behaviour.awayFrom?.test(line)) behaviour.awayFrom = /^/
    if (behaviour.awayFrom?.test(line)) return res.socket?.destroy()
    if (behaviour.silent || behaviour.silentFor?.test(line)) return
    if (behaviour.gather && req.url?.includes('list-type')) await gathered(behaviour.gather)
    const reply = refusal(req, body) ?? unavailable() ?? answer(req, body)
    if (behaviour.breakOff && req.method === 'PUT') {
      behaviour.breakOff--
      return res.socket?.destroy()
    }
    const { status, text, etag } = reply
    res.writeHead(status, { 'Content-Length': Buffer.byteLength(text), ...(etag && { ETag: etag }) })
    if (!behaviour.truncate || req.method !== 'GET' || text.length < 20) return res.end(text)
    res.write(text.slice(0, 10), () => res.socket?.destroy())
  })

  function gathered(count: number): Promise<void> {
    return new Promise((go) => {
      waiting.push(go)
      if (waiting.length < count) return
      for (const each of waiting) each()
      waiting = []
      behaviour.gather = 0
    })
  }

  function unavailable(): Reply | undefined {
    if (!behaviour.unavailable) return undefined
    behaviour.unavailable--
    return error(503, 'SlowDown')
  }

  function answer({ method, url, headers }: IncomingMessage, body: Buffer): Reply {
    const { pathname, searchParams } = new URL(url as string, 'http://here')
    const [, where, ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (where !== bucket) return error(404, 'NoSuchBucket')
    if (method === 'GET' && searchParams.has('uploads')) return listUploads(searchParams)
    if (method === 'GET' && key === '') return list(searchParams)
    if (searchParams.has('uploads')) return startUpload(key)
    if (searchParams.has('uploadId')) return changeUpload(method as string, searchParams, body)
    if (method === 'GET') {
      const stored = objects.get(key)
      return stored ? { status: 200, text: stored } : error(404, 'NoSuchKey')
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204, text: '' }
    }
    if (headers['if-none-match'] === '*' && objects.has(key) && !behaviour.unconditional)
      return error(412, 'PreconditionFailed')
    if (behaviour.damage?.test(key)) body[40] = (body[40] as number) ^ 0xff
    objects.set(key, body)
    return { status: 200, text: '' }
  }

  // small pages, so that more than one is asked for
  function list(asked: URLSearchParams): Reply {
    const after = asked.get('continuation-token') ?? asked.get('start-after') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '')).sort()
    const rest = keys.filter((key) => key > after)
    const page = rest.slice(0, 3)
    const more =
      rest.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return { status: 200, text: `<ListBucketResult>${contents}${more}</ListBucketResult>` }
  }

  function startUpload(key: string): Reply {
    const id = randomUUID()
    uploads.set(id, { key, parts: new Map() })
    const text = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    return { status: 200, text }
  }

  function changeUpload(method: string, asked: URLSearchParams, body: Buffer): Reply {
    const id = asked.get('uploadId') as string
    const upload = uploads.get(id)
    if (!upload) return error(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(asked.get('partNumber')), body)
      return { status: 200, text: '', etag: etagOf(body) }
    }
    if (method === 'POST') {
      const named = elements(body.toString(), 'Part').map((part) => ({
        number: Number(elements(part, 'PartNumber')[0]),
        etag: elements(part, 'ETag')[0]?.replaceAll('&quot;', '"'),
      }))
      if (named.length === 0) return error(400, 'MalformedXML')
      const parts = named.map(({ number }) => upload.parts.get(number))
      if (named.some(({ etag }, at) => !parts[at] || etagOf(parts[at]) !== etag))
        return error(400, 'InvalidPart')
      if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < minPartBytes))
        return error(400, 'EntityTooSmall')
      objects.set(upload.key, Buffer.concat(parts as Buffer[]))
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204, text: '' }
    const text = `<CompleteMultipartUploadResult><Key>${upload.key}</Key></CompleteMultipartUploadResult>`
    return { status: 200, text }
  }

  // pages of one
  function listUploads(asked: URLSearchParams): Reply {
    const found = [...uploads]
      .filter(([, { key }]) => key.startsWith(asked.get('prefix') ?? ''))
      .sort(([a, x], [b, y]) => `${x.key} ${a}`.localeCompare(`${y.key} ${b}`))
    const marker = `${asked.get('key-marker') ?? ''} ${asked.get('upload-id-marker') ?? ''}`
    const rest = found.filter(([id, { key }]) => `${key} ${id}`.localeCompare(marker) > 0)
    const page = rest.slice(0, 1)
    const entries = page.map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    const [last] = page
    const next = last
      ? `<NextKeyMarker>${last[1].key}</NextKeyMarker><NextUploadIdMarker>${last[0]}</NextUploadIdMarker>`
      : ''
    const isTruncated = `<IsTruncated>${rest.length > page.length}</IsTruncated>`
    const text = `<ListMultipartUploadsResult>${next}${isTruncated}${entries.join('')}</ListMultipartUploadsResult>`
    return { status: 200, text }
  }

  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const at = (server.address() as AddressInfo).port
  const location: Bucket = {
    bucket,
    prefix: 'team/',
    endpoint: `http://127.0.0.1:${at}`,
    region: 'eu-test-1',
    timeoutMs: 1_000,
    ...credentials,
  }
  return {
    location,
    objects,
    uploads,
    behaviour,
    requestLog,
    port: at,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3>>

const error = (status: number, code: string): Reply => ({
  status,
  text: `<Error><Code>${code}</Code></Error>`,
})
const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner)
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

function refusal({ method, url, headers }: IncomingMessage, body: Buffer): Reply | undefined {
  const authorization = /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+),/.exec(
    headers.authorization ?? '',
  )
  if (!authorization) return error(403, 'AccessDenied')
  const [, accessKeyId, region, signed = ''] = authorization
  if (accessKeyId !== credentials.accessKeyId) return error(403, 'InvalidAccessKeyId')
  if (region !== 'eu-test-1') return error(400, 'AuthorizationHeaderMalformed')
  // a condition that is not signed could be taken out on the way
  if (headers['if-none-match'] && !signed.split(';').includes('if-none-match'))
    return error(403, 'AccessDenied')
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return error(400, 'XAmzContentSHA256Mismatch')
  const sent = Object.fromEntries(signed.split(';').map((name) => [name, String(headers[name])]))
  const request = { method, path: url, headers: sent, service: 's3', region }
  const expected = aws4.sign({ ...request }, credentials).headers?.Authorization
  return expected === headers.authorization ? undefined : error(403, 'SignatureDoesNotMatch')
}
