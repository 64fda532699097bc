let newest = 0n

/** The newest log position that this window knows, from the change stream or an answer; a call that follows reads nothing older. */
export const minPosition = (): string => String(newest)

/** Keeps a position from the gateway, as decimal digits, if it is newer; null: an answer without one. */
export function keepPosition(position: string | null): void {
  if (position && BigInt(position) > newest) newest = BigInt(position)
}
