import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { type Account, canReach } from './serverAccount.ts'

const systemHome = '/var/lib/plumbline'

/**
 * Where the cluster, its password and its log live: DATA_DIR/postgres. When root starts it below a directory
 * the server's user cannot enter (/root), DATA_DIR/postgres is a link to a directory of its own in /var/lib/plumbline.
 */
export function databaseHome(dataDir: string, account: Account | undefined): string {
  mkdirSync(resolve(dataDir), { recursive: true })
  const home = join(realpathSync(resolve(dataDir)), 'postgres')
  if (account === undefined) {
    if (!isLink(home)) mkdirSync(home, { recursive: true, mode: 0o700 })
    return ownHome(home)
  }
  if (isLink(home)) {
    const target = readlinkSync(home)
    if (belongsTo(home, target)) return target
    unlinkSync(home)
  } else {
    mkdirSync(home, { recursive: true })
    chmodSync(home, 0o711)
    if (canReach(home, account)) return home
    removeEmpty(home)
  }
  return createElsewhere(home)
}

function ownHome(home: string): string {
  try {
    const real = realpathSync(home)
    accessSync(real, constants.R_OK | constants.W_OK)
    return real
  } catch {
    throw new Error(`The database in ${home} belongs to another user. Run as that user, or set DATA_DIR.`)
  }
}

function createElsewhere(home: string): string {
  const target = join(systemHome, randomBytes(6).toString('hex'))
  mkdirSync(target, { recursive: true })
  chmodSync(systemHome, 0o755)
  chmodSync(target, 0o711)
  writeFileSync(join(target, 'owner'), home)
  symlinkSync(target, home)
  return target
}

/** False for a copied data directory: its link still names the original's data. */
function belongsTo(home: string, target: string): boolean {
  const ownerFile = join(target, 'owner')
  const owner = readText(ownerFile)
  if (owner === undefined) return false
  if (owner === home) return true
  if (isLink(owner) && readlinkSync(owner) === target) return false
  writeFileSync(ownerFile, home)
  return true
}

function removeEmpty(home: string): void {
  try {
    rmdirSync(home)
  } catch {
    throw new Error(
      `The database in ${home} cannot be reached by the user Postgres runs as. Open the directories above it, or move DATA_DIR.`,
    )
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
