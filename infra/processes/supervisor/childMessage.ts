/** A message from a child process to its parent; `alive` is the heartbeat. */
export type ChildMessage =
  | { type: 'ready'; url?: string }
  | { type: 'failed'; message: string }
  | { type: 'alive' }

export const heartbeatMs = 1_000
