import { crc32, deflateSync } from 'node:zlib'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

/** A PNG as browsers write them, pixel by pixel. `filter` precedes every row. */
export function testPng(
  width: number,
  height: number,
  pixelAt: (x: number, y: number) => Pixel = () => [180, 80, 20, 255],
  filter = 0,
): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([filter, ...Array.from({ length: width }, (_, x) => pixelAt(x, y)).flat()]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** The frame of a JPEG with this size in its header; there is no picture in it. */
export function testJpeg(width: number, height: number, comment = ''): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const note = Buffer.from([0xff, 0xfe, 0, 0, ...Buffer.from(comment)])
  note.writeUInt16BE(note.length - 2, 2)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), note, frame, Buffer.from([0xff, 0xd9])])
}
