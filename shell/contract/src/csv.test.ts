import { expect, it } from 'vitest'
import { csvFile, toCsv } from './csv.ts'

it.each([
  ['=1+1', `"'=1+1"`],
  ['+1 555', `"'+1 555"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-2+3', `"'-2+3"`],
  ['\t=1', `"'\t=1"`],
  ['-15.50', '-15.50'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  [null, ''],
])('%j is written as %s', (value, written) => {
  expect(toCsv(['Value'], [[value]])).toBe(`Value\r\n${written}`)
})

it('a downloaded table begins with the mark by which Excel recognises UTF-8', async () => {
  const bytes = new Uint8Array(await csvFile(toCsv(['Name'], [['José']])).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('Name\r\nJosé')
})
