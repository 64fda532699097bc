import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode } from './node.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const infra = join(root, 'infra')

/** Runs infra/<command>/main.ts on Node 24 with everything it needs installed. */
export async function run([command, ...args]) {
  try {
    process.exitCode = await launch(command, args)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

async function launch(command, args) {
  const known = commands()
  if (!known.includes(command)) {
    throw new Error(`There is no command ${command ?? ''}. Known commands: ${known.join(', ')}.`)
  }
  await ensureInstalled(root)
  const node = findNode(root)
  process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // every start reads the same thousand modules; compiled once, they load in half the time
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
  const main = join(infra, command, 'main.ts')
  return (await runChild(node, [main, ...args], { cwd: root, stdio: 'inherit' })).exitCode
}

function commands() {
  return readdirSync(infra).filter((name) => existsSync(join(infra, name, 'main.ts')))
}
