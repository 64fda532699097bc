export type Option = 'rounds' | 'events' | 'rows' | 'seconds'

/**
 * `npm run bench -- <name> [--option value]…`: one of the benches below. Every figure of a ratio comes from
 * one run; what was measured besides is kept in `results/<name>.json`.
 */
export type Bench = (context: {
  figures: Figures
  /** An option given on the command line, or the default. */
  option: (name: Option, byDefault: number) => number
  /** Which of several measurements run, by their name. */
  only: RegExp | undefined
  /** How the product is laid out: `one` machine's processes, or `distributed`. */
  topology: string
}) => Promise<Record<string, unknown>>

export type Figure = { figure: string; measured: number; target: string; reached: boolean }

/** What a bench has found out, each beside what it is to be. */
export function createFigures() {
  const list: Figure[] = []
  const add = (figure: string, measured: number, target: string, reached: boolean) =>
    list.push({ figure, measured: Math.round(measured * 100) / 100, target, reached })
  return {
    list,
    atLeast: (figure: string, measured: number, target: number) =>
      add(figure, measured, `≥ ${target}`, measured >= target),
    atMost: (figure: string, measured: number, target: number) =>
      add(figure, measured, `≤ ${target}`, measured <= target),
  }
}
export type Figures = ReturnType<typeof createFigures>
