import { type Response, Router } from 'express'

/** Named checks that throw when their dependency is not ready. */
export type Checks = Record<string, () => Promise<unknown>>

const timeoutMs = 2_000

/** `/healthz`: the process runs. `/readyz`: it can do its work. `stopping` turns both to 503. */
export function healthRoutes(checks: Checks, stopping: () => boolean): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    answer(res, stopping() ? { process: 'stopping' } : {})
  })
  router.get('/readyz', async (_req, res) => {
    const failed: Record<string, string> = stopping() ? { process: 'stopping' } : {}
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await Promise.race([
            check(),
            new Promise((_, no) => setTimeout(no, timeoutMs, new Error('no answer')).unref()),
          ])
        } catch {
          failed[name] = 'away'
        }
      }),
    )
    answer(res, failed)
  })
  return router
}

const answer = (res: Response, failed: Record<string, string>) =>
  res
    .status(Object.keys(failed).length > 0 ? 503 : 200)
    .set('Cache-Control', 'no-store')
    .json({ status: Object.keys(failed).length > 0 ? 'unavailable' : 'ok', ...failed })
