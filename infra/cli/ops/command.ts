import type { Business } from '@plumbline/gateway/gateway'
import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import type { StorageLocation } from '../../processes/backup/storage.ts'

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
  /** Where backups are, unless a command names another place, and how a bucket is reached. */
  backups: StorageLocation
  log: Log
  /** Decrypts personal fields; a read model that is built without it says `[sealed]`. */
  keyring: () => Promise<Keyring>
  /** Of the master key that is here, if there is one. */
  fingerprint: string | undefined
  /** What else was given by name. */
  options: {
    type?: string
    last?: string
    follow?: boolean
    file?: string
    stream?: string
    after?: string
    state?: string
    limit?: string
    failed?: boolean
    since?: string
    keys?: string
    'take-over'?: boolean
    yes?: boolean
    to?: string
  }
}

/** One operators' command: what it does, and how it is called. */
export type Command = {
  usage: string
  example: string
  /** Finds the database as the release before left it. */
  withoutMigration?: boolean
  run: (context: Context, args: string[]) => Promise<void>
}
