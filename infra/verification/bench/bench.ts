import type { Figures } from './figures.ts'

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
