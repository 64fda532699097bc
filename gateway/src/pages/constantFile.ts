import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestHandler } from 'express'
import { acceptedEncodings } from './staticFiles.ts'

// the best quality takes a second of a processor, and is 3 % smaller
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

type Made = Record<'' | 'br' | 'gzip', Buffer> & { tag: string }

async function make(read: () => Promise<Buffer>): Promise<Made> {
  const plain = await read()
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, brotli), promisify(gzip)(plain)])
  return { '': plain, br, gzip: gz, tag: createHash('sha256').update(plain).digest('base64url').slice(0, 20) }
}

/** Content that stays the same while the process runs: read and compressed once, and 304 for a browser that has it. */
export function constantFile(type: string, read: () => Promise<Buffer>): RequestHandler {
  let made: Promise<Made> | undefined
  return async (req, res) => {
    made ??= make(read).catch((error) => {
      made = undefined
      throw error
    })
    const content = await made
    const encoding = acceptedEncodings(req)[0]?.encoding ?? ''
    res.vary('Accept-Encoding').set({ 'Cache-Control': 'no-cache', ETag: `"${content.tag}-${encoding}"` })
    if (encoding) res.set('Content-Encoding', encoding)
    res.type(type)
    if (req.fresh) return void res.status(304).end()
    res.send(content[encoding])
  }
}
