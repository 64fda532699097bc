import { inflateSync } from 'node:zlib'
import { type PictureUse, pictureLimits } from '../api.ts'

export type Size = { width: number; height: number }

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
// bytes a pixel of the color types that browsers write
const bytesPerPixel: Record<number, number> = { 2: 3, 6: 4 }

/**
 * The size of a PNG as browsers write them, with eight bits a color; undefined for everything else. All of it is read: what
 * draws invoices fails on a picture that is damaged.
 */
export function sizeOfPng(bytes: Buffer): Size | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return undefined
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    if ((type === 'IHDR') !== (at === 8)) return undefined
    if (type === 'IHDR') header = content
    if (type === 'IDAT') data.push(content)
    if (type === 'IEND')
      return end === bytes.length && header ? sizeIn(header, Buffer.concat(data)) : undefined
    at = end
  }
  return undefined
}

function sizeIn(header: Buffer, data: Buffer): Size | undefined {
  if (header.length !== 13) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const pixel = bytesPerPixel[header[9] as number]
  // depth, compression, filter, interlacing
  const isPlain = header[8] === 8 && header[10] === 0 && header[11] === 0 && header[12] === 0
  if (!isPlain || !pixel || width === 0 || height === 0) return undefined
  // it is refused for its size
  if (Math.max(width, height) > pictureLimits.logo.side) return { width, height }
  const row = 1 + width * pixel
  try {
    const pixels = inflateSync(data, { maxOutputLength: row * height })
    const areFilters = pixels.length === row * height && pixels.every((it, at) => at % row !== 0 || it <= 4)
    return areFilters ? { width, height } : undefined
  } catch {
    return undefined
  }
}

// where a JPEG says its size: baseline and progressive
const frames = new Set([0xc0, 0xc1, 0xc2])
// without a length
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** The size of a JPEG, as its header says it; undefined for everything else. */
export function sizeOfJpeg(bytes: Buffer): Size | undefined {
  const isWhole =
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  for (let at = 2; isWhole && at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff || marker === 0xda) return undefined
    if (frames.has(marker)) {
      const [width, height] = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
      return width > 0 && height > 0 ? { width, height } : undefined
    }
    at += isBare(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

export const sizeOf: Record<PictureUse, (bytes: Buffer) => Size | undefined> = {
  logo: sizeOfPng,
  photo: sizeOfJpeg,
}
