import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './serverAccount.ts'

const run = promisify(execFile)

/** The superuser's password: made once, kept where only the one who starts Plumbline can read it. */
export function superuserPassword(home: string, cluster: string): string {
  const file = join(home, 'password')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  if (existsSync(cluster)) throw new Error(`The database in ${home} has lost its password file ${file}.`)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

type NewCluster = {
  home: string
  cluster: string
  initdb: string
  password: string
  account: Account | undefined
  durable: boolean
}

/** Built aside and renamed, so that an interrupted first start leaves nothing half-made. */
export async function createCluster({ home, cluster, initdb, password, account, durable }: NewCluster) {
  const draft = `${cluster}.new`
  const passwordFile = join(home, 'initdb-password')
  rmSync(draft, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid)
  const options = ['-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  // The C locale sorts the same on every machine, whatever libraries it has.
  const encoding = ['--locale=C', '-E', 'UTF8']
  try {
    const flags = [...options, ...encoding, '--no-instructions', ...(durable ? [] : ['--no-sync'])]
    await run(initdb, ['-D', draft, ...flags], { ...account, cwd: home, env: serverEnvironment() })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, cluster)
}

/** Nothing of ours: no PG* variables, no secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' }
}
