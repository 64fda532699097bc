/** The same numbers between 0 and 1 each time for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same values in an order that `roll` decides. */
export const shuffled = <Value>(values: readonly Value[], roll: () => number): Value[] =>
  values
    .map((value) => ({ value, place: roll() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
