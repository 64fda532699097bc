const byteOrderMarks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** What people choose in place of a CSV file, by how it begins. */
const otherFormats: readonly [string, string][] = [
  ['PK\u0003\u0004', 'This is an Excel workbook. Save it as CSV in Excel, and choose that file.'],
  [
    '\u00d0\u00cf\u0011\u00e0',
    'This is an old Excel workbook. Save it as CSV in Excel, and choose that file.',
  ],
  ['%PDF', 'This is a PDF. Export the customers as CSV, and choose that file.'],
  ['BEGIN:VCARD', 'This is a vCard file. Export the contacts as CSV, and choose that file.'],
  ['<!DOCTYPE', 'This is a web page. Export the customers as CSV, and choose that file.'],
  ['<html', 'This is a web page. Export the customers as CSV, and choose that file.'],
  ['<?xml', 'This is an XML file. Export the customers as CSV, and choose that file.'],
]

/** The text of a file: by its byte order mark, else as UTF-8, and every byte that is not UTF-8 as older programs write it. */
export function decode(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, 100))
    .replace(/^ï»¿/, '')
    .trimStart()
    .toLowerCase()
  const message = otherFormats.find(([begin]) => start.startsWith(begin.toLowerCase()))?.[1]
  if (message) throw new Error(message)
  const mark = byteOrderMarks.find((it) => it.bytes.every((byte, i) => bytes[i] === byte))
  if (mark) return new TextDecoder(mark.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeMixed(bytes)
  }
}

/** Excel writes Windows-1252 on Windows, and Mac OS Roman on an older Mac; a file put together of two has both. */
function decodeMixed(bytes: Uint8Array): string {
  const [windows, macintosh] = [readAs('windows-1252', bytes), readAs('macintosh', bytes)]
  const isMacFile = /\r(?!\n)/.test(windows) && !windows.includes('\n')
  const difference = countUnlikely(windows) - countUnlikely(macintosh)
  return difference > 0 || (difference === 0 && isMacFile) ? macintosh : windows
}

/** Signs that a wrong encoding puts into words: a capital after a small letter, anything but an apostrophe between letters. */
const unlikely = /\p{Ll}\p{Lu}|[\p{L}\p{M}][^\p{L}\p{M}\p{N}\s\p{ASCII}’‘][\p{L}\p{M}]|[\u0080-\u009f]/gu
const countUnlikely = (text: string) => text.match(unlikely)?.length ?? 0

/** Byte sequences that are UTF-8 are read as such, all other bytes in this encoding. */
function readAs(encoding: string, bytes: Uint8Array): string {
  const single = new TextDecoder(encoding)
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  // each byte as one letter, so that an expression can find the sequences
  const letters = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(i * 8192, (i + 1) * 8192)),
  ).join('')
  const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  return letters.replace(
    /((?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+)|[\x80-\xff]+/g,
    (text, sequence?: string) => (sequence ? utf8 : single).decode(bytesOf(text)),
  )
}
