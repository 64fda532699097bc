import { testJpeg, testPng } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import { sizeOfJpeg, sizeOfPng } from './format.ts'

const png = testPng(3, 2)
const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(png)
  change(bytes)
  return bytes
}

describe('a PNG', () => {
  it('has the size that its header says', () => {
    expect(sizeOfPng(png)).toEqual({ width: 3, height: 2 })
    expect(sizeOfPng(testPng(512, 90))).toEqual({ width: 512, height: 90 })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page that is named like one', Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'a page behind the signature',
      Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a JPEG', testJpeg(3, 2)],
    ['a part of one', png.subarray(0, -12)],
    ['one with something behind it', Buffer.concat([png, Buffer.from('<script>')])],
    ['one of no width', changed((it) => it.writeUInt32BE(0, 16))],
    ['one with fewer pixels than its header says', changed((it) => it.writeUInt32BE(3, 20))],
    ['one with more pixels than its header says', changed((it) => it.writeUInt32BE(1, 20))],
    ['one of another depth', changed((it) => it.writeUInt8(16, 24))],
    ['one with a palette', changed((it) => it.writeUInt8(3, 25))],
    ['an interlaced one', changed((it) => it.writeUInt8(1, 28))],
    ['one whose pixels cannot be unpacked', changed((it) => it.fill(0xff, 43, 50))],
    ['one with a filter that does not exist', testPng(3, 2, undefined, 9)],
    ['one whose length is beyond its end', changed((it) => it.writeUInt32BE(0xffffffff, 8))],
  ])('is not %s', (_name, bytes) => {
    expect(sizeOfPng(bytes)).toBeUndefined()
  })
})

describe('a JPEG', () => {
  it('has the size that its header says', () => {
    expect(sizeOfJpeg(testJpeg(1600, 1200, 'a note'))).toEqual({ width: 1600, height: 1200 })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PNG', png],
    ['one without an end', testJpeg(3, 2).subarray(0, -2)],
    ['one of no height', testJpeg(3, 0)],
    [
      'its beginning and a page',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from('<script>'), Buffer.from([0xff, 0xd9])]),
    ],
  ])('is not %s', (_name, bytes) => {
    expect(sizeOfJpeg(bytes)).toBeUndefined()
  })
})
