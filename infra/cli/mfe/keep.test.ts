import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, publish } from '@plumbline/gateway/releases'
import { afterAll, expect, it } from 'vitest'
import { built } from '../../../gateway/src/releases/testing.ts'
import { archiveCurrent, pack, unpack } from './keep.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-keep-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a kept archive unpacks to a store with the current build of each remote, each file once', async () => {
  const build = join(folder, 'build')
  mkdirSync(join(build, 'js'), { recursive: true })
  const files = [
    'mf-manifest.json',
    'mf-manifest.json.br',
    'mf-stats.json',
    'js/1.js',
    'js/1.js.br',
    'js/1.js.gz',
  ]
  for (const file of files) writeFileSync(join(build, file), `content of ${file}`)
  const store = openStore(join(folder, 'store'))
  await store.upload('crm', 'aaa', build)
  await store.change((it) => publish(it, built('aaa')), { by: 'ann', what: 'publish crm aaa' })

  const archive = join(folder, 'published.tar')
  expect(await archiveCurrent(store, archive)).toEqual(['crm aaa'])
  await unpack(archive, join(folder, 'unpacked'))

  const unpacked = openStore(join(folder, 'unpacked'))
  expect((await unpacked.current())?.remotes).toEqual((await store.current())?.remotes)
  expect([...(await unpacked.filesOf('crm', 'aaa'))].sort()).toEqual(['js/1.js.br', 'mf-manifest.json'])
  expect(String(await unpacked.fileOf('crm', 'aaa', 'js/1.js.br'))).toBe('content of js/1.js.br')
})

it('the same files make the same archive, whenever they were written', async () => {
  const files = join(folder, 'files')
  mkdirSync(files)
  for (const file of ['b', 'a']) writeFileSync(join(files, file), file)
  const archives = [join(folder, 'first.tar'), join(folder, 'second.tar')] as const
  await pack(files, archives[0])
  for (const path of [files, join(files, 'a')]) utimesSync(path, 0, 1_000_000)
  await pack(files, archives[1])
  expect(readFileSync(archives[1]).equals(readFileSync(archives[0]))).toBe(true)
})

it('a store to which nothing was published is refused', async () => {
  const store = openStore(join(folder, 'empty'))
  await expect(archiveCurrent(store, join(folder, 'empty.tar'))).rejects.toThrow('Nothing was published')
})
