import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openFolder } from './folder.ts'

// tests may run as root, who may read everything
const unreadable = vi.hoisted(() => new Set<string>())
vi.mock('node:fs/promises', async (original) => {
  const promises = await original<typeof import('node:fs/promises')>()
  const readdir = async (path: string, options: { recursive?: boolean }) => {
    if ([...unreadable].some((it) => it === path || (options.recursive && it.startsWith(path))))
      throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
    return promises.readdir(path, options as never)
  }
  return { ...promises, readdir }
})

const home = mkdtempSync(join(tmpdir(), 'plumbline-folder-'))
afterEach(() => rm(home, { recursive: true }))

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
