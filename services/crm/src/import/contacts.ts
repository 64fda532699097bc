import { toE164, toSmsNumber } from '@plumbline/platform/e164'
import { emailPattern } from '@plumbline/platform/email'

/** What one cell says about how to reach a person: the one that is stored as such, and lines for the notes. */
type Contacts = { first: string; notes: string[] }

const separators = /\n|:::|[,;|/]|\s(?:or|and|&)\s/i
// two numbers with a space between them; an area code in brackets belongs to its number
const usNumber = /(?:[a-z][a-z .#]*:?\s*)?(?<!\d)(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)/gi
const minDigits = 7
const countDigits = (text: string) => text.replace(/\D/g, '').length

/** The numbers of a cell as they were written, each with what is written beside it. */
function splitNumbers(cell: string): string[] {
  const parts = cell.split(separators).map((part) => part.trim())
  // a slash or a comma may also be part of one number
  const pieces = parts.every((part) => part === '' || countDigits(part) >= minDigits) ? parts : [cell]
  return pieces.filter(Boolean).flatMap((piece) => {
    const starts = [...piece.matchAll(usNumber)].map(({ index }) => index)
    if (starts.length < 2) return [piece]
    return starts.map((start, i) => piece.slice(i === 0 ? 0 : start, starts[i + 1]).trim())
  })
}

// SMS reach the first kind, the last one is rarely answered
const kinds = [/mobile|cell|iphone/i, /main|primary|phone|^$/i, /home/i, /work|business|office|company/i]
const isFax = (label: string) => /fax|pager/i.test(label)

function readNumber(text: string) {
  if (countDigits(text) < minDigits) return { label: '', number: text }
  const [, label = '', number = text] =
    /^([^\d+(]*[a-z][^\d+(]*)(.*)$/is.exec(text) ?? /^()(.*)$/s.exec(text) ?? []
  const behind = /\(?\b(mobile|cell|home|work|office|fax)\)?\s*$/i.exec(number)
  const kind = label || behind?.[1] || ''
  return {
    label: kind.replace(/[^\p{L}\s]/gu, '').trim(),
    number: (behind ? number.slice(0, behind.index) : number).trim(),
  }
}
type LabelledNumber = ReturnType<typeof readNumber>

function rankOf({ label, number }: LabelledNumber): number {
  const kind = kinds.findIndex((it) => it.test(label))
  const reach = toSmsNumber(number) ? 0 : toE164(number) ? 10 : 20
  return reach + (kind < 0 ? kinds.length : kind)
}

/** The number that SMS reach comes first, of several a mobile phone before one at home and one at work. */
export function readPhones(cell: string): Contacts {
  const texts = splitNumbers(cell)
  const [only] = texts.length === 1 ? [...cell.matchAll(usNumber)] : []
  // the last digits of another number, as in 919-555-0101/0102
  if (only && /^\s*(?:[,;|/]|or|and|&)\s*\d/i.test(cell.slice(only.index + only[0].length)))
    return { first: readNumber(only[0]).number, notes: [`Phone: ${cell}`] }
  const known = new Set<string>()
  const numbers = texts
    .map(readNumber)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .filter(({ number }) => !known.has(toE164(number) ?? number) && known.add(toE164(number) ?? number))
  const [first, ...rest] = numbers.filter(({ label }) => !isFax(label))
  const others = [...rest, ...numbers.filter(({ label }) => isFax(label))]
  return {
    first: first?.number ?? '',
    notes: others.map(({ label, number }) => {
      const isPlain = label === '' || /^(phone|tel|telephone)$/i.test(label)
      return `${isPlain ? 'Phone' : isFax(label) ? 'Fax' : `Phone (${label.toLowerCase()})`}: ${number}`
    }),
  }
}

const placeholder = /^(n\/?a|none|no|no ?e-?mail|unknown|not given|null|nil|tbd|[-–—.?]+)$/i

/** The first address; an address that says that there is none is none. */
export function readEmails(cell: string): Contacts {
  if (placeholder.test(cell)) return { first: '', notes: [] }
  const words = cell.split(/[\s,;|<>]+|:::/).filter((word) => word && !placeholder.test(word))
  const addresses = [...new Set(words.filter((word) => emailPattern.test(word)))]
  const [first, ...rest] = addresses
  // what holds no address is refused as it was written
  if (first === undefined) return { first: cell, notes: [] }
  const isAllAddresses = words.every((word) => emailPattern.test(word))
  return { first, notes: (isAllAddresses ? rest : [cell]).map((text) => `Email: ${text}`) }
}
