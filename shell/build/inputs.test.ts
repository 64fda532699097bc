import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { commonInputs } from './inputs.ts'

const root = resolve(import.meta.dirname, '../..')

/** Files outside of the front-ends that these sources import, directly or through one another. */
function serverFilesOf(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    const imported = [...source.matchAll(/(?:import|export) (?!type)[^'"]*?'([^']+)'/g)].flatMap(
      ([, specifier = '']) => targetOf(file, specifier),
    )
    const unseen = imported.filter((path) => !found.has(path))
    for (const path of unseen) found.add(path)
    serverFilesOf(unseen, found)
  }
  return found
}

function targetOf(file: string, specifier: string): string[] {
  if (/^services\/|^gateway\//.test(file) && specifier.startsWith('.')) return [join(file, '..', specifier)]
  const [, name, module] = /^@plumbline\/([a-z]+)\/([a-z0-9]+)$/.exec(specifier) ?? []
  if (!name || ['ui', 'contract', 'build'].includes(name)) return []
  return [name === 'gateway' ? `gateway/src/${module}.ts` : `services/${name}/src/${module}.ts`]
}

it('a front-end is built anew when anything changes that it has from the services or the gateway', () => {
  const inputs = commonInputs(root)
  const isInput = (path: string) => inputs.some((input) => path === input || path.startsWith(`${input}/`))
  const sources = globSync(['shell/{src,contract,ui/src,landing}/**/*.{ts,tsx}', 'mfe-*/src/**/*.{ts,tsx}'], {
    cwd: root,
  }).filter((path) => !/\.test\.tsx?$/.test(path))
  const files = serverFilesOf(sources)
  expect([...files]).toContain('services/scheduling/src/api/calendarFeeds.ts')
  expect([...files].filter((path) => !isInput(path))).toEqual([])
})
