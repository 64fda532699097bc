import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { Queue } from 'bullmq'
import type { RequestHandler } from 'express'

// the board's pages would load a font from another origin
const ownFilesAlone: RequestHandler = (_req, res, next) => {
  res.set('Content-Security-Policy', "default-src 'self' data: 'unsafe-inline'")
  next()
}

/** Serves the pages on which operators look at queues. `path`: where. */
export function createQueueBoard(queues: readonly Queue[], path: string): RequestHandler[] {
  const board = new ExpressAdapter()
  board.setBasePath(path)
  createBullBoard({
    // the ledger decides what is sent again, not the queue: `ops deliveries retry`
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: board,
  })
  return [ownFilesAlone, board.getRouter()]
}
