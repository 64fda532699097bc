import { describe, expect, it } from 'vitest'
import { assertIfMatch, parseIfMatch, recordEtag } from './index.ts'

const permits = (header: string | undefined, id: number, version: number) => {
  try {
    assertIfMatch(parseIfMatch(header), id, version)
    return true
  } catch {
    return false
  }
}

describe('the ETag of a record', () => {
  it('differs between two records at one version', () => {
    expect(recordEtag({ version: 1, id: 7 }, 6)).not.toBe(recordEtag({ version: 1, id: 8 }, 6))
  })

  it('permits a change of this record at this version, whatever the answer showed beside it', () => {
    for (const etag of [
      recordEtag({ version: 3, id: 7 }, 6, 'abcd0123'),
      recordEtag({ version: 3, id: 7 }),
    ]) {
      expect(permits(etag, 7, 3)).toBe(true)
      expect(permits(`W/${etag}`, 7, 3)).toBe(true)
      expect(permits(etag, 7, 4)).toBe(false)
      expect(permits(etag, 8, 3)).toBe(false)
    }
  })
})

it('If-Match permits any version when it is absent or a star, and none when it names no ETag', () => {
  expect([permits(undefined, 7, 3), permits('*', 7, 3)]).toEqual([true, true])
  expect(['', '3', '"x"', '"3"', '"3-6"'].filter((header) => permits(header, 7, 3))).toEqual([])
  expect(permits('"2-7.6", "3-7.6"', 7, 3)).toBe(true)
})
