import { createLog } from '@plumbline/platform/log'
import { expect, it } from 'vitest'
import { createContentReader, type PageContent } from './content.ts'

const log = createLog('test', { write: () => {} })
const contentOf = (name: string) => ({ business: { name }, texts: {}, lists: {} }) as unknown as PageContent
const defaults = contentOf('configured')
const nameOf = async (read: () => Promise<PageContent>) => (await read()).business.name

it('every page shows what is set at its time', async () => {
  let name = 'Ann'
  const read = createContentReader({ defaults, read: async () => contentOf(name) }, log)
  expect(await nameOf(read)).toBe('Ann')
  name = 'Bob'
  expect(await nameOf(read)).toBe('Bob')
})

it('while the settings are unavailable a page shows what was shown last, and what is configured before that', async () => {
  let isAway = true
  const source = async () => {
    if (isAway) throw new Error('away')
    return contentOf('Ann')
  }
  const read = createContentReader({ defaults, read: source }, log)
  expect(await nameOf(read)).toBe('configured')
  isAway = false
  expect(await nameOf(read)).toBe('Ann')
  isAway = true
  expect(await nameOf(read)).toBe('Ann')
})

it('a source that hangs delays a page by two seconds, once something was shown', async () => {
  let hangs = false
  const source = () => (hangs ? new Promise<PageContent>(() => {}) : Promise.resolve(contentOf('Ann')))
  const read = createContentReader({ defaults, read: source }, log)
  await read()
  hangs = true
  const began = performance.now()
  expect(await nameOf(read)).toBe('Ann')
  expect(performance.now() - began).toBeLessThan(3_000)
})
