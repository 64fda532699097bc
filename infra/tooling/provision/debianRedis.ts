import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { userCache } from '../../processes/postgres/binaries.ts'
import { onPath } from './onPath.ts'

const run = promisify(execFile)

type UnpackedRedis = { binary: string; libraries: string }

/** Debian's Redis, downloaded and unpacked but not installed: needs no root. */
export async function debianRedis(): Promise<UnpackedRedis> {
  const root = join(userCache(), 'redis-debian')
  if (!works(root)) await unpack(root)
  const problem = failure(root)
  if (problem) throw new Error(`the unpacked redis-server does not run: ${problem}`)
  return unpacked(root)
}

async function unpack(root: string): Promise<void> {
  onPath('apt-get')
  onPath('dpkg-deb')
  const draft = `${root}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    await download(draft)
    for (const name of readdirSync(draft).filter((file) => file.endsWith('.deb'))) {
      await run('dpkg-deb', ['-x', join(draft, name), draft])
      rmSync(join(draft, name))
    }
    // One program under several names; the server's own is in a package with an init script.
    symlinkSync('redis-check-rdb', join(draft, 'usr/bin/redis-server'))
    rmSync(root, { recursive: true, force: true })
    renameSync(draft, root)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!works(root)) throw error
  }
}

async function download(directory: string): Promise<void> {
  const attempt = async (options: string[]) => {
    const { stdout } = await run('apt-cache', [...options, 'depends', 'redis-tools'])
    const depends = [...stdout.matchAll(/^ {2}Depends: (lib\S+)$/gm)].map(([, name]) => name ?? '')
    // A second libc beside the running loader would crash.
    const packages = ['redis-tools', ...depends.filter((name) => name !== 'libc6')]
    await run('apt-get', [...options, 'download', ...packages], { cwd: directory })
  }
  const asOneself = ['-o', 'APT::Sandbox::User=root']
  try {
    await attempt(asOneself)
  } catch {
    // No package lists, as in a fresh image, or old ones: fetch lists of our own, which needs no root.
    const apt = join(directory, 'apt')
    mkdirSync(join(apt, 'lists', 'partial'), { recursive: true })
    mkdirSync(join(apt, 'cache', 'archives', 'partial'), { recursive: true })
    const ownLists = ['-o', `Dir::State::Lists=${apt}/lists`, '-o', `Dir::Cache=${apt}/cache`]
    await run('apt-get', [...asOneself, ...ownLists, 'update'])
    await attempt([...asOneself, ...ownLists])
    rmSync(apt, { recursive: true })
  }
}

function unpacked(root: string): UnpackedRedis {
  const base = join(root, 'usr', 'lib')
  const directories = existsSync(base) ? readdirSync(base).map((triplet) => join(base, triplet)) : []
  return { binary: join(root, 'usr/bin/redis-server'), libraries: directories.join(':') }
}

function works(root: string): boolean {
  return failure(root) === undefined
}

function failure(root: string): string | undefined {
  const { binary, libraries } = unpacked(root)
  const { status, error, stderr } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  })
  return status === 0 ? undefined : stderr || (error?.message ?? `exit code ${status}`)
}
