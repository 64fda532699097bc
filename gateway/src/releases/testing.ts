import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sign } from 'aws4'
import type { Published } from './registry.ts'
import type { Bucket } from './s3Objects.ts'

/** A build as it is published. */
export const built = (build: string, name = 'crm', paths = [`/${name}`]): Published => ({
  build,
  manifest: {
    name,
    title: name,
    contract: 1,
    paths,
    nav: [{ label: name, to: paths[0] as string, icon: 'users', order: 1, match: [] }],
    widgets: [],
  },
  release: { build, entry: 'mf-manifest.json', integrity: {}, preload: [] },
  at: '2026-11-22T12:00:00.000Z',
  by: 'ann',
})

const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'a secret that only tests know' }
const bucket = 'remotes'

/** What the server does other than it should. */
export type Misbehaviour = {
  /** Overwrites objects, as a store that ignores conditional writes. */
  unconditional?: boolean
  /** Never answers. */
  silent?: boolean
  /** Keeps lists back until so many were asked for, so that all who asked know the same. */
  gather?: number
  /** Does what it is asked to, and breaks off before it says so; that many times. */
  breakOff?: number
}

/**
 * A server that speaks as much of S3 as a store needs: signed requests, lists in pages, writes under the condition that
 * nothing is there. Signatures are checked with another library than the one that makes them.
 */
export async function startS3(port = 0) {
  const objects = new Map<string, Buffer>()
  const behaviour: Misbehaviour = {}
  const requestLog: string[] = []
  let waiting: (() => void)[] = []

  const server = createServer(async (req, res) => {
    const body = await buffer(req)
    requestLog.push(`${req.method} ${req.url}`)
    if (behaviour.silent) return
    if (behaviour.gather && req.url?.includes('list-type')) await gathered(behaviour.gather)
    const { status, text } = refusal(req) ?? answer(req, body)
    if (behaviour.breakOff && req.method === 'PUT') {
      behaviour.breakOff--
      return res.socket?.destroy()
    }
    res.writeHead(status).end(text)
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

  function answer({ method, url, headers }: IncomingMessage, body: Buffer) {
    const { pathname, searchParams } = new URL(url as string, 'http://here')
    const [, where, ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (where !== bucket) return error(404, 'NoSuchBucket')
    if (method === 'GET' && key === '') return list(searchParams)
    if (method === 'GET') {
      const stored = objects.get(key)
      return stored ? { status: 200, text: stored } : error(404, 'NoSuchKey')
    }
    if (headers['if-none-match'] === '*' && objects.has(key) && !behaviour.unconditional)
      return error(412, 'PreconditionFailed')
    objects.set(key, body)
    return { status: 200, text: '' }
  }

  // small pages, so that more than one is asked for
  function list(asked: URLSearchParams) {
    const after = asked.get('continuation-token') ?? asked.get('start-after') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '')).sort()
    const rest = keys.filter((key) => key > after)
    const page = rest.slice(0, 3)
    const more =
      rest.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return { status: 200, text: `<ListBucketResult>${contents}${more}</ListBucketResult>` }
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
    behaviour,
    requestLog,
    port: at,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const error = (status: number, code: string) => ({ status, text: `<Error><Code>${code}</Code></Error>` })

function refusal({ method, url, headers }: IncomingMessage) {
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
  const sent = Object.fromEntries(signed.split(';').map((name) => [name, String(headers[name])]))
  const request = { method, path: url, headers: sent, service: 's3', region }
  const expected = sign({ ...request }, credentials).headers?.Authorization
  return expected === headers.authorization ? undefined : error(403, 'SignatureDoesNotMatch')
}
