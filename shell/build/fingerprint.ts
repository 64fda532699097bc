import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const skipped = new Set(['node_modules', 'dist'])

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null
    throw error
  })
  if (entries === null) return [path]
  const nested = await Promise.all(
    entries.filter((entry) => !skipped.has(entry.name)).map((entry) => filesBelow(join(path, entry.name))),
  )
  return nested.flat()
}

/** Changes when any of these files or folders changes; tests do not count. */
export async function fingerprint(root: string, inputs: readonly string[]): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesBelow(join(root, input))))).flat()
  const hash = createHash('sha256')
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file))
  }
  return hash.digest('hex')
}
