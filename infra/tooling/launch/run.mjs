import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode } from './node.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of each command's main.ts. */
const folders = {
  start: 'infra/processes',
  dev: 'infra/tooling/dev',
  build: 'infra/tooling/build',
  test: 'infra/tooling/test',
  ops: 'infra/cli/ops',
  mfe: 'infra/cli/mfe',
  bench: 'infra/verification/bench',
  chaos: 'infra/verification/chaos',
  pictures: 'infra/tooling/pictures',
}

/** Runs a command's main.ts on Node 24 with everything it needs installed. */
export async function run([command, ...args]) {
  try {
    process.exitCode = await launch(command, args)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

async function launch(command, args) {
  const folder = Object.hasOwn(folders, command) ? folders[command] : undefined
  if (!folder)
    throw new Error(
      `There is no command ${command ?? ''}. Known commands: ${Object.keys(folders).join(', ')}.`,
    )
  await ensureInstalled(root)
  const node = findNode(root)
  process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // every start reads the same thousand modules; compiled once, they load in half the time
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
  const main = join(root, folder, 'main.ts')
  return (await runChild(node, [main, ...args], { cwd: root, stdio: 'inherit' })).exitCode
}
