let seen = 0n

/** The newest log position that this window has seen, over the change stream or in an answer; a read that follows is not older. */
export const minPosition = (): string => String(seen)

/** Remembers a position that the gateway said, as decimal digits; null where it said none. */
export function seePosition(position: string | null): void {
  if (position && BigInt(position) > seen) seen = BigInt(position)
}
