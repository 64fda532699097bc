import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

export type Account = { uid: number; gid: number }

/** Postgres refuses to run as root. Undefined means: run it as ourselves. */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account = ownerOf(cluster) ?? lookUp('postgres') ?? lookUp('nobody')
  if (account) return account
  throw new Error(
    'Postgres does not run as root, and this system has neither a user postgres nor a user nobody. Run as another user, or set DATABASE_URL.',
  )
}

/** A cluster only starts as the user that owns its files: the one that created it. */
function ownerOf(cluster: string): Account | undefined {
  const stats = statSync(cluster, { throwIfNoEntry: false })
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined
}

/** Asks the system, as that user: modes, lists and mounts all count. */
export function canReach(path: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/' }).status === 0
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    // macOS prints the id -2 as an unsigned number.
    return status === 0 ? Number(stdout) | 0 : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}
