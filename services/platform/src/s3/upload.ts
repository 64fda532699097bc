import { elements, type Requests } from './requests.ts'

// S3 takes 10 000 parts, none but the last below 5 MiB; some stores want all but the last to be equally large
const partBytes = 8 * 1024 * 1024
const maxParts = 10_000

type Target = { key: string; path: string }

/** One request if it is small, else an upload in parts: in memory are two of them at most. */
export async function uploadStream(
  requests: Requests,
  target: Target,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = splitIntoParts(content)
  const first = (await parts.next()).value as Buffer
  const second = await parts.next()
  if (second.done) return putWhole(requests, target, first)
  const uploadId = await startUpload(requests, target)
  const query = `uploadId=${encodeURIComponent(uploadId)}`
  try {
    const etags = [await putPart(requests, target, { query, number: 1, body: first })]
    for (let part: IteratorResult<Buffer, void> = second; !part.done; part = await parts.next()) {
      if (etags.length === maxParts)
        throw new Error(
          `${target.key} is larger than ${(maxParts * partBytes) / 1e9} GB, which no upload takes.`,
        )
      etags.push(await putPart(requests, target, { query, number: etags.length + 1, body: part.value }))
    }
    await completeUpload(requests, target, query, etags)
  } catch (error) {
    await requests.send({ method: 'DELETE', path: `${target.path}?${query}` }).catch(() => {})
    throw error
  }
}

/** At least one, which may be empty. */
async function* splitIntoParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let chunks: Uint8Array[] = []
  let size = 0
  let count = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= partBytes) {
      const all = Buffer.concat(chunks)
      yield all.subarray(0, partBytes)
      count += 1
      chunks = [all.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0 || count === 0) yield Buffer.concat(chunks)
}

async function putWhole(
  { sendAgain, refused }: Requests,
  { key, path }: Target,
  body: Buffer,
): Promise<void> {
  const answer = await sendAgain({ method: 'PUT', path, body })
  if (answer.status !== 200) throw refused(answer, `to write ${key}`)
}

async function startUpload({ sendAgain, refused }: Requests, { key, path }: Target): Promise<string> {
  const answer = await sendAgain({ method: 'POST', path: `${path}?uploads=` })
  const [uploadId] = elements(answer.bytes, 'UploadId')
  if (answer.status !== 200 || !uploadId) throw refused(answer, `to write ${key}`)
  return uploadId
}

async function putPart(
  { sendAgain, refused }: Requests,
  { key, path }: Target,
  { query, number, body }: { query: string; number: number; body: Buffer },
): Promise<string> {
  const answer = await sendAgain({ method: 'PUT', path: `${path}?partNumber=${number}&${query}`, body })
  const etag = answer.headers.get('etag')
  if (answer.status !== 200 || !etag) throw refused(answer, `part ${number} of ${key}`)
  return etag
}

async function completeUpload(
  { send, refused }: Requests,
  { key, path }: Target,
  query: string,
  etags: readonly string[],
): Promise<void> {
  const parts = etags.map(
    (etag, at) =>
      `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const answer = await send({ method: 'POST', path: `${path}?${query}`, body })
  // an error may come after the status
  if (answer.status !== 200 || answer.bytes.includes('<Error>')) throw refused(answer, `to complete ${key}`)
}

/** Ends every unfinished upload below the prefix whose key, relative to it, `isOwn` accepts. */
export async function removeUploads(
  { send, sendAgain, refused }: Requests,
  prefix: string,
  isOwn: (key: string) => boolean,
): Promise<void> {
  const query = new URLSearchParams({ uploads: '', prefix })
  for (;;) {
    const answer = await send({ method: 'GET', path: `?${query}` })
    // a store that has no such list ends them by itself, or by a rule of the bucket
    if (answer.status === 501) return
    if (answer.status !== 200) throw refused(answer, 'to list unfinished uploads')
    const ids = elements(answer.bytes, 'UploadId')
    for (const [at, key] of elements(answer.bytes, 'Key').entries()) {
      if (!isOwn(key.slice(prefix.length))) continue
      const path = `/${key}?uploadId=${encodeURIComponent(ids[at] as string)}`
      const ended = await sendAgain({ method: 'DELETE', path })
      if (ended.status >= 300 && ended.status !== 404) throw refused(ended, `to end an upload of ${key}`)
    }
    const [keyMarker] = elements(answer.bytes, 'NextKeyMarker')
    const [isTruncated] = elements(answer.bytes, 'IsTruncated')
    if (isTruncated !== 'true' || !keyMarker) return
    query.set('key-marker', keyMarker)
    query.set('upload-id-marker', elements(answer.bytes, 'NextUploadIdMarker')[0] ?? '')
  }
}
