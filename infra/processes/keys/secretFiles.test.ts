import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { secrets } from './secretFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileWith = (name: string, content: string): string => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const key = Buffer.alloc(32, 7)

it('a secret may be a file, and a newline at its end does not belong to it', () => {
  const config = readConfig({
    MASTER_KEY_FILE: fileWith('key', `${key.toString('base64')}\n`),
    DATABASE_URL_FILE: fileWith('url', 'postgres://user:secret@db/plumbline'),
    OWNER_PASSWORD_FILE: fileWith('password', 'correct horse\n'),
  })
  expect(config.masterKey).toEqual(key)
  expect(config.databaseUrl).toBe('postgres://user:secret@db/plumbline')
  expect(config.owner.password).toBe('correct horse')
})

it('what a file holds is checked like a variable, and not shown', () => {
  const read = () => readConfig({ MASTER_KEY_FILE: fileWith('short', 'c2hvcnQ=') })
  expect(read).toThrow('MASTER_KEY: must be 32 bytes in base64')
  expect(read).not.toThrow('c2hvcnQ')
})

it('a secret that is set twice, and a file that is not there, are refused by name', () => {
  const both = { REDIS_URL: 'redis://a', REDIS_URL_FILE: fileWith('redis', 'redis://b') }
  expect(() => readConfig(both)).toThrow('REDIS_URL and REDIS_URL_FILE are both set; set one of them.')
  const missing = join(folder, 'missing')
  expect(() => readConfig({ SMTP_URL_FILE: missing })).toThrow(
    `SMTP_URL_FILE: ${missing} cannot be read (ENOENT).`,
  )
})

it('every secret is a variable that the configuration has', () => {
  const declared = ['../config.ts', '../../../gateway/src/releases/location.ts']
    .map((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8'))
    .join()
  expect(secrets.filter((name) => !declared.includes(`  ${name}: `))).toEqual([])
})
