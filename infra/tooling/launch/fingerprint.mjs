import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stamp = join('node_modules', '.plumbline-install')
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']

/** Changes whenever another set of packages would have to be installed. */
export function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  hash.update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of ['', ...workspaces(root)])
    hash.update(readFileSync(join(root, folder, 'package.json')))
  return hash.digest('hex')
}

export function readFingerprint(root) {
  try {
    return readFileSync(join(root, stamp), 'utf8')
  } catch {
    return undefined
  }
}

export function writeFingerprint(root, value) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(join(root, stamp), value)
}

/** Whether npm's own record of what it installed matches the lockfile, and that the manifests. */
export function agreesWithLockfile(root) {
  try {
    const wanted = readJson(root, 'package-lock.json').packages
    const installed = readJson(root, join('node_modules', '.package-lock.json')).packages
    const manifestsAgree = ['', ...workspaces(root)].every((folder) => {
      const manifest = readJson(root, join(folder, 'package.json'))
      return kinds.every((kind) => isEqual(manifest[kind], wanted[folder]?.[kind]))
    })
    return manifestsAgree && Object.keys(wanted).every((path) => isThere(path, wanted[path], installed[path]))
  } catch {
    return false
  }
}

function isThere(path, wanted, installed) {
  if (!path.includes('node_modules/')) return true
  return installed === undefined ? wanted.optional === true : installed.version === wanted.version
}

function isEqual(some = {}, other = {}) {
  const sorted = (record) => JSON.stringify(Object.entries(record).sort())
  return sorted(some) === sorted(other)
}

function workspaces(root) {
  return readJson(root, 'package.json').workspaces
}

function readJson(root, file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
