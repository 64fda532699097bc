import type { Log } from '@plumbline/platform/log'

export type Context = {
  databaseUrl: string
  json: boolean
  log: Log
  /** What else was given by name. */
  options: { type?: string; last?: string; follow?: boolean }
}

/** One operators' command: what it does, and how it is called. */
export type Command = {
  usage: string
  example: string
  run: (context: Context, args: string[]) => Promise<void>
}
