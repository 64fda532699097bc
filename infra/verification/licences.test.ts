import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../processes/config.ts'

type Packages = Record<string, { license?: string; dev?: boolean; link?: boolean }>
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Packages
}

const free = /^\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense|CC0-1\.0|OFL-1\.1)\)?$/
/** Its package.json says nothing, its LICENSE file does. */
const licencesInFiles = { 'node_modules/png-js': 'MIT License' }

function doubtful(all: Packages): string[] {
  return Object.entries(all)
    .filter(
      ([path, { dev, link }]) =>
        path.includes('node_modules/') && !dev && !link && !(path in licencesInFiles),
    )
    .filter(
      ([, { license = '' }]) =>
        !license.split(/ (?:AND|and|OR) /).every((part) => free.test(part.replace(/[()]/g, ''))),
    )
    .map(([path, { license }]) => `${path}: ${license}`)
}

test('every package that the product runs with may be used so', () => {
  expect(doubtful(packages)).toEqual([])
})

test('what says its licence in a file alone still does', () => {
  for (const [path, words] of Object.entries(licencesInFiles)) {
    const file = join(root, path, 'LICENSE')
    expect(existsSync(file) && readFileSync(file, 'utf8')).toContain(words)
  }
})

test.each(['AGPL-3.0-only', 'SSPL-1.0', 'MIT AND GPL-3.0', undefined])('caught: %s', (license) => {
  expect(doubtful({ 'node_modules/x': { license } })).toHaveLength(1)
})
