import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Manifest } from '../api.ts'
import { parseManifest } from './manifest.ts'

const root = resolve(import.meta.dirname, '../../..')
const entry = { label: 'Tool', icon: 'tool', order: 10 }
const before = {
  name: 'tools',
  title: 'Tools',
  contract: 2,
  paths: ['/tools', '/tools/new', '/tools/:id'],
  nav: [],
  widgets: [],
}
const full: Manifest = {
  ...before,
  create: [{ ...entry, to: '/tools/new', prefilled: '/tools/new?customerId=:customer' }],
  commands: [
    { ...entry, to: 'tel::customer.phone' },
    { ...entry, to: '/tools?view=lent' },
  ],
  records: [
    {
      ...entry,
      kind: 'tool',
      to: '/tools/:tool',
      read: '/api/tools/:tool',
      name: ':brand',
      related: { customer: 'customerId' },
    },
  ],
  shows: ['/tools?tool=:tool'],
  needs: { '/tools/new': 'settings' },
  home: { ...entry, to: '/tools', match: [] },
}

it('a manifest with creations, commands and records is accepted, and one from before they existed', () => {
  expect(parseManifest(full, 'mfe.json')).toEqual(full)
  expect(parseManifest(before, 'mfe.json')).toEqual(before)
})

it.each(readdirSync(root).filter((it) => it.startsWith('mfe-')))(
  'the manifest of %s is accepted',
  (folder) => {
    const file = `${root}/${folder}/mfe.json`
    expect(parseManifest(JSON.parse(readFileSync(file, 'utf8')), file).create).not.toEqual([])
  },
)

it.each([
  [
    'a creation that leads to another path',
    { create: [{ ...entry, to: '/saws/new' }] },
    '/saws/new is not below one of its paths',
    'create[0].to',
  ],
  [
    'a creation that needs a record',
    { create: [{ ...entry, to: '/tools/:tool' }] },
    '/tools/:tool has a placeholder; that is for `prefilled`',
    'create[0].to',
  ],
  [
    'a prefilled creation on another path',
    { create: [{ ...entry, to: '/tools/new', prefilled: '/saws?customer=:customer' }] },
    '/saws?customer=:customer is not below one of its paths',
    'create[0].prefilled',
  ],
  [
    'a command that leads to another path',
    { commands: [{ ...entry, to: '/invoices?customer=:customer' }] },
    '/invoices?customer=:customer is not below one of its paths',
    'commands[0].to',
  ],
  [
    'a record that is read from elsewhere',
    { records: [{ ...entry, kind: 'tool', to: '/tools/:tool', read: 'https://example.com/:tool' }] },
    'https://example.com/:tool is not below /api/',
    'records[0].read',
  ],
  [
    'a name of a record that is not read',
    { records: [{ ...entry, kind: 'tool', to: '/tools/:tool', name: ':brand' }] },
    '`name` and `related` are fields of what `read` answers',
    'records[0].read',
  ],
  [
    'a right for a page that it has not',
    { needs: { '/saws': 'settings' } },
    '/saws is none of its paths and widgets',
    'needs["/saws"]',
  ],
  ['a right that there is not', { needs: { '/tools': 'everything' } }, 'Invalid', 'needs["/tools"]'],
  [
    'a first page on another path',
    { home: { ...entry, to: '/saws', match: [] } },
    '/saws is not below one of its paths',
    'home.to',
  ],
  ['a page that shows no record', { shows: ['/tools'] }, '/tools names no record', 'shows[0]'],
  [
    'an entry without an icon',
    { create: [{ label: 'Tool', to: '/tools/new', order: 1 }] },
    'icon',
    'create[0].icon',
  ],
])('%s is refused, with its place and the reason', (_, wrong, reason, place) => {
  const parse = () => parseManifest({ ...before, ...wrong }, 'mfe-tools/mfe.json')
  expect(parse).toThrow(/^mfe-tools\/mfe\.json is wrong:/)
  expect(parse).toThrow(reason)
  expect(parse).toThrow(`at ${place}`)
})
