import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const skipped = new Set(['node_modules', 'dist'])

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
}

/** Changes when any of these files or folders changes, or what was given before; tests do not count. */
export function fingerprint(root: string, inputs: readonly string[], before = ''): string {
  const files = inputs.flatMap((input) => filesBelow(join(root, input)))
  const hash = createHash('sha256').update(before)
  // every start reads them: without blocking, a thousand small files take several times as long
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort())
    hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}
