import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../processes/config.ts'

const run = promisify(execFile)
const tools = ['shell/contract', 'shell/ui', 'shell/build', 'services/platform']
const skipped = /(^|\/)(node_modules|dist)(\/|$)/

export type Built = { folder: string; build: string; remove: () => Promise<void> }

/**
 * Builds one remote in a copy of the repository that holds only its folder, the packages that every remote uses, and the
 * calls and events of the services it names: any other import fails. `source` is the remote's folder when it is outside
 * the repository.
 */
export async function buildIsolated(name: string, source = join(root, `mfe-${name}`)): Promise<Built> {
  const folder = `mfe-${name}`
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-mfe-'))
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    copySource(source, join(copy, folder))
    for (const part of tools) copySource(join(root, part), join(copy, part))
    for (const service of servicesOf(source)) copyApi(copy, join('services', service))
    copyApi(copy, 'gateway')
    for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'shell/tsconfig.json'])
      cpSync(join(root, file), join(copy, file))
    linkPackages(copy, declaredOnly(copy))
    await run(process.execPath, [join(copy, 'shell/build/one.ts'), name], { cwd: copy })
    const { build } = JSON.parse(readFileSync(join(copy, folder, 'dist/release.json'), 'utf8'))
    return { folder: join(copy, folder), build, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const copySource = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: (file) => !skipped.test(file.slice(from.length)) })

/** The services whose calls a remote's `package.json` names. */
function servicesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const named = Object.keys(dependencies).map((it) => it.replace('@plumbline/', ''))
  return named.filter((it) => existsSync(join(root, 'services', it, 'src/api.ts')))
}

function copyApi(copy: string, folder: string): void {
  for (const part of ['package.json', 'src/api.ts', 'src/api', 'src/events.ts', 'src/events']) {
    const source = join(root, folder, part)
    if (existsSync(source)) cpSync(source, join(copy, folder, part), { recursive: true })
  }
}

/** The installed packages that `wanted` lets through, but of our own only those in the copy. */
export function linkPackages(copy: string, wanted: (name: string) => boolean = () => true): void {
  const installed = join(root, 'node_modules')
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@plumbline'), { recursive: true })
  for (const name of packagesIn(installed)) {
    if (name.startsWith('@plumbline/') || !wanted(name)) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(installed, name), join(modules, name))
  }
  for (const path of ownPackages(copy)) {
    const { name } = JSON.parse(readFileSync(join(copy, path, 'package.json'), 'utf8'))
    symlinkSync(join(copy, path), join(modules, name))
  }
}

const packagesIn = (modules: string): string[] =>
  readdirSync(modules).flatMap((entry) =>
    entry.startsWith('@') ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`) : [entry],
  )

const ownPackages = (copy: string): string[] =>
  ['shell', 'services', ''].flatMap((above) =>
    readdirSync(join(copy, above), { withFileTypes: true })
      .filter((it) => it.isDirectory() && existsSync(join(copy, above, it.name, 'package.json')))
      .map((it) => join(above, it.name)),
  )

/** Accepts the packages that an installation of the copy would have: a package that it does not declare is missing. */
function declaredOnly(copy: string): (name: string) => boolean {
  const lockfile = JSON.parse(readFileSync(join(copy, 'package-lock.json'), 'utf8'))
  const names = packagesOf(lockfile, ownPackages(copy))
  return (name) => names.has(name)
}

type Locked = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
> & { link?: true; resolved?: string }
type Lockfile = { packages: Record<string, Locked> }

/**
 * What `npm ci` would install at the top for these workspaces alone: the names of all packages that they declare, and that
 * those need. `folders` are as the lockfile names them, `mfe-crm`.
 */
function packagesOf({ packages }: Lockfile, folders: readonly string[]): Set<string> {
  const visited = new Set<string>()
  const waiting = [...folders]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (visited.has(place)) continue
    visited.add(place)
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const dependencyPath = lookUp(packages, place, name)
      if (dependencyPath) waiting.push(dependencyPath)
    }
  }
  const top = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/
  return new Set([...visited].flatMap((place) => top.exec(place)?.[1] ?? []))
}

/** Resolves a package as Node does: in the folder of the importing package, then in each folder above it. */
function lookUp(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const place = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '.') return undefined
  }
}
