import type { ParseArgsConfig, parseArgs } from 'node:util'
import type { Business } from '@plumbline/gateway/gateway'
import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import type { StorageLocation } from '../../processes/backup/openStorage.ts'
import type { Config } from '../../processes/config.ts'

export type Context = {
  /** Logs in as the owner of the schemas; ended after the command. */
  pool: Pool
  databaseUrl: string
  /** Whether the database is the one of DATA_DIR. */
  isEmbedded: boolean
  /** Where the queues are, if not in the database. */
  redisUrl: string | undefined
  json: boolean
  business: Business
  /** The environment variables that describe the business. */
  lockedBy?: Config['lockedBy']
  /** Where backups are, unless a command names another place, and how a bucket is reached. */
  backups: StorageLocation
  log: Log
  /** Decrypts personal fields; a read model that is built without it says `[sealed]`. */
  keyring: () => Promise<Keyring>
  /** Of the master key that is here, if there is one. */
  fingerprint: string | undefined
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own }>>['values']

/** One operators' command: what it does, and how it is called. */
export type Command<Own extends Options> = {
  usage: string
  example: string
  /** Those it has beside `--json`; any other is refused. */
  options: Own
  /** Finds the database as the release before left it. */
  withoutMigration?: boolean
  run: (context: Context, args: string[], options: Values<Own>) => Promise<void>
}

/** One of several, each with options of its own. */
export type AnyCommand = Omit<Command<Options>, 'run'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the values are those of its own options
  run: (context: Context, args: string[], options: any) => Promise<void>
}

/** A command whose `run` gets the values of its own options. */
export const defineCommand = <const Own extends Options>(command: Command<Own>): Command<Own> => command
