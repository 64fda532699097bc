import { newKey } from '@plumbline/contract'

export type ContentKey = {
  /** The key for this content: the same until the content changes or the command succeeds. */
  for: (content: unknown) => string
  /** The command succeeded; the same content is a new command from now on. */
  renew: () => void
}

/**
 * Idempotency keys that belong to what is sent: repeating the same content after a lost answer is the same command,
 * corrected content is another one.
 */
export function createContentKey(): ContentKey {
  let last: { content: string; key: string } | undefined
  return {
    for: (content) => {
      const text = JSON.stringify(content) ?? ''
      if (last?.content !== text) last = { content: text, key: newKey() }
      return last.key
    },
    renew: () => {
      last = undefined
    },
  }
}
