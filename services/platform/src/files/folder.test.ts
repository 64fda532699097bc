import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openFolder } from './folder.ts'

const { readdir } = promises
// tests may run as root, who may read everything
const unreadable = new Set<string>()
const refusing = async (path: string, options: { recursive?: boolean }) => {
  if ([...unreadable].some((it) => it === path || (options.recursive && it.startsWith(path))))
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
  return readdir(path, options as never)
}
/** For modules that are loaded already, too. */
function replaceReaddir(replacement: typeof readdir): void {
  promises.readdir = replacement
  syncBuiltinESMExports()
}

const home = mkdtempSync(join(tmpdir(), 'plumbline-folder-'))
beforeEach(() => replaceReaddir(refusing as never))
afterEach(async () => {
  replaceReaddir(readdir)
  await promises.rm(home, { recursive: true })
})

it('a folder in it that may not be read is left out, and one that may not be read itself is an error', async () => {
  mkdirSync(join(home, 'lost+found'))
  mkdirSync(join(home, 'monday'))
  writeFileSync(join(home, 'monday/manifest.json'), '{}')
  unreadable.add(join(home, 'lost+found'))
  const folder = openFolder(home, {} as never)
  expect(await folder.list()).toEqual(['monday/manifest.json'])
  unreadable.add(`${home}/`).add(home)
  await expect(folder.list()).rejects.toThrow('permission denied')
})
