import { parentPort } from 'node:worker_threads'

/** What one call of the bench is, and what came of it; `ms`: from the request to the last byte of the answer. */
export type Asked = { id: number; url: string; init: RequestInit }
export type Answered = {
  id: number
  status: number
  etag: string
  text: string
  ms: number
  error?: string
}

// a caller in the thread of the service would measure its own reading of answers, and both one's garbage
parentPort?.on('message', async ({ id, url, init }: Asked) => {
  const began = performance.now()
  const tell = (answered: Omit<Answered, 'id' | 'ms'>) =>
    parentPort?.postMessage({ id, ms: performance.now() - began, ...answered } satisfies Answered)
  try {
    const answer = await fetch(url, init)
    const text = await answer.text()
    tell({ status: answer.status, etag: answer.headers.get('etag') ?? '', text })
  } catch (error) {
    tell({ status: 0, etag: '', text: '', error: (error as Error).message })
  }
})
