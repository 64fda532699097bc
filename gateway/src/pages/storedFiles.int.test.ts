import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { useTestGateway } from '../testing.ts'
import { storeFrontEnds } from './storedFiles.ts'

const { send, root, pool } = useTestGateway()
const script = '/assets/app/js/5.0123abcd.js'
const chunk = '/remotes/crm/b1/js/1.89abcdef.js'

const write = async (file: string, content: string | Buffer) => {
  await mkdir(dirname(join(root(), file)), { recursive: true })
  await writeFile(join(root(), file), content)
}
const get = async (path: string, encoding = 'identity') =>
  send('GET', path, { headers: { 'accept-encoding': encoding } })
const stored = async () =>
  (await pool().query<{ path: string }>('SELECT path FROM front_end_files ORDER BY path')).rows.map(
    ({ path }) => path,
  )

beforeEach(async () => {
  await pool().query('DELETE FROM front_end_files')
  await write('shell/dist/app/js/5.0123abcd.js', 'script')
  await write('shell/dist/app/js/5.0123abcd.js.br', brotliCompressSync('script'))
  await write('shell/dist/app/js/5.0123abcd.js.gz', '')
  await write('mfe-crm/dist/b1/js/1.89abcdef.js', 'chunk')
})

/** The files of a release that this process does not have on its disk. */
const replace = async () => {
  await rm(join(root(), 'shell/dist/app/js'), { recursive: true, force: true })
  await rm(join(root(), 'mfe-crm/dist/b1/js'), { recursive: true, force: true })
}

it('files of another release are served, compressed where a browser accepts it', async () => {
  await storeFrontEnds(pool(), root())
  await replace()
  expect(await get(script)).toMatchObject({
    status: 200,
    text: 'script',
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: expect.stringContaining('Accept-Encoding'),
    },
  })
  const compressed = await get(script, 'gzip, br')
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(brotliCompressSync('script').length),
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(await get(chunk)).toMatchObject({ status: 200, text: 'chunk' })
})

it('what no release had is not found, nor are documents', async () => {
  await replace()
  expect((await get(script)).status).toBe(404)
  await write('shell/dist/app/js/5.0123abcd.js', 'script')
  await storeFrontEnds(pool(), root())
  expect(await stored()).toEqual([script, '/remotes/crm/b1/mf-manifest.json'])
  await replace()
  for (const path of ['/assets/app/index.html', `${script}.br`, '/remotes/crm/b2/js/1.89abcdef.js'])
    expect((await get(path)).status, path).toBe(404)
})

it('files of a release are dropped 30 days after another was prepared, and kept when it is prepared again', async () => {
  await storeFrontEnds(pool(), root())
  const first = await stored()
  await replace()
  await write('shell/dist/app/js/5.fedcba98.js', 'next')
  await storeFrontEnds(pool(), root())
  const age = (days: number) =>
    pool().query('UPDATE front_end_files SET replaced_at = replaced_at - make_interval(days => $1)', [days])
  await age(29)
  await storeFrontEnds(pool(), root())
  expect(await stored()).toEqual([...first, '/assets/app/js/5.fedcba98.js'].sort())
  await age(2)
  await storeFrontEnds(pool(), root())
  expect(await stored()).toEqual(['/assets/app/js/5.fedcba98.js', '/remotes/crm/b1/mf-manifest.json'])
})
