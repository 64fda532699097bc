import { dirname } from 'node:path/posix'

type Locked = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
> & { link?: true; resolved?: string }
export type Lockfile = { packages: Record<string, Locked> }

/**
 * What `npm ci` would install at the top for these workspaces alone: the names of all packages that they declare, and that
 * those need. `folders` are as the lockfile names them, `mfe-crm`.
 */
export function packagesOf({ packages }: Lockfile, folders: readonly string[]): Set<string> {
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
  for (let folder = from; ; folder = dirname(folder)) {
    const place = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '.') return undefined
  }
}
