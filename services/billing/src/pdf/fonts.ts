import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import decompress from 'woff2-encoder/decompress'

const { resolve } = createRequire(import.meta.url)

/** A font of the document. `stroke` imitates a missing weight: the outline of a letter, as a part of the font size. */
export type Face = { name: string; source: Font; stroke: number }
/** Consecutive letters of one font. */
export type Run = { text: string; face: Face }
/** Splits a word into parts between which a line may break, each in the fonts that have its letters. */
export type SplitWord = (word: string, bold: boolean) => Run[][]

const figtree = (name: string): Face => ({
  name,
  source: create(readFileSync(resolve(`@expo-google-fonts/figtree/${name}/Figtree_${name}.ttf`))) as Font,
  stroke: 0,
})
const regular = figtree('400Regular')
const bold = figtree('600SemiBold')

/** `thin`: the files default to the thinnest weight, and only the default can be embedded. */
const fallbacks = [
  { family: 'noto-sans', thin: false },
  { family: 'noto-sans-arabic', thin: false },
  { family: 'noto-sans-hebrew', thin: true },
  { family: 'noto-sans-thai', thin: false },
  { family: 'noto-sans-sc', thin: true },
  { family: 'noto-sans-kr', thin: true },
].map(({ family, thin }) => {
  const ranges = JSON.parse(
    readFileSync(resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  ) as Record<string, string>
  const subsets = Object.entries(ranges).map(([name, range]) => ({
    file: `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: range.split(',').map(readRange),
  }))
  return { family, thin, subsets }
})

/** `U+4E00-4E0F` or `U+4E00`. */
function readRange(text: string): readonly [number, number] {
  const [first = '', last = first] = text.slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const has = (font: Font, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number)

// of the hundred files, some ten kilobytes each, few are ever needed
const loaded = new Map<string, Promise<Font>>()

function load(family: string, file: string): Promise<Font> {
  const cached = loaded.get(file)
  if (cached) return cached
  const loading = readFile(resolve(`@fontsource-variable/${family}/files/${file}`)).then(
    async (bytes) => create(Buffer.from(await decompress(bytes))) as Font,
  )
  loaded.set(file, loading)
  return loading
}

type Fallback = { regular: Face; bold: Face }

/** The first fallback font that has the letter. */
async function fallbackFor(letter: string): Promise<Fallback | undefined> {
  const code = letter.codePointAt(0) as number
  for (const { family, thin, subsets } of fallbacks)
    for (const { file, ranges } of subsets) {
      if (!ranges.some(([first, last]) => first <= code && code <= last)) continue
      const source = await load(family, file)
      if (!has(source, letter)) continue
      const face = (stroke: number): Face => ({ name: file, source, stroke })
      return { regular: face(thin ? 0.03 : 0), bold: face(thin ? 0.06 : 0.03) }
    }
  return undefined
}

const replacement = '?'
const invisible = /\p{Default_Ignorable_Code_Point}/u
// lines may also break between these letters
const ideographs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

const isPlain = (word: string) => [...word].every((letter) => has(regular.source, letter))

/**
 * Loads the fonts for the text of a document. A word with a letter that Figtree lacks is set in Noto Sans as a whole; a
 * letter that no font has becomes a question mark, and then the fonts are not complete. There are fonts for Latin, Greek,
 * Cyrillic, Devanagari, Arabic, Hebrew, Thai, Chinese, Japanese and Korean.
 */
export async function findFonts(text: string): Promise<{ splitWord: SplitWord; isComplete: boolean }> {
  const missingLetters = new Set(
    text
      .normalize()
      .split(/\s+/)
      .filter((word) => !isPlain(word))
      .join(''),
  )
  const fallbackOf = new Map<string, Fallback | undefined>()
  for (const letter of missingLetters) fallbackOf.set(letter, await fallbackFor(letter))
  const isComplete = [...fallbackOf].every(
    ([letter, fallback]) => fallback || has(regular.source, letter) || invisible.test(letter),
  )
  const splitWord: SplitWord = (word, isBold) => {
    const normal = word.normalize()
    const own = isBold ? bold : regular
    if (isPlain(normal)) return [[{ text: normal, face: own }]]
    return (normal.match(ideographs) ?? []).map((piece) => runsOf(piece, isBold, own, fallbackOf))
  }
  return { splitWord, isComplete }
}

function runsOf(
  piece: string,
  isBold: boolean,
  own: Face,
  fallbackOf: ReadonlyMap<string, Fallback | undefined>,
): Run[] {
  const runs = [...piece].flatMap((letter): Run[] => {
    const face = fallbackOf.get(letter)?.[isBold ? 'bold' : 'regular']
    if (face) return [{ text: letter, face }]
    if (has(own.source, letter)) return [{ text: letter, face: own }]
    return invisible.test(letter) ? [] : [{ text: replacement, face: own }]
  })
  return joinRuns(runs)
}

/** Joins neighbours of the same font. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last && last.face.name === run.face.name)
      all[all.length - 1] = { ...last, text: last.text + run.text }
    else all.push(run)
  }
  return all
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** The runs of a line as they stand from left to right: words of Hebrew and Arabic follow each other the other way. */
export function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered: Run[] = []
  let turned: Run[] = []
  let between: Run[] = []
  for (const run of [...runs, null]) {
    if (run && rightToLeft.test(run.text)) {
      turned = [run, ...between.toReversed(), ...turned]
      between = []
    } else if (run && turned.length > 0 && !/[\p{L}\p{N}]/u.test(run.text)) between.push(run)
    else {
      ordered.push(...turned, ...between, ...(run ? [run] : []))
      turned = []
      between = []
    }
  }
  return ordered
}

/** Height and baseline of a line for a font size of one. */
export const lineMetrics = {
  height:
    (regular.source.ascent - regular.source.descent + regular.source.lineGap) / regular.source.unitsPerEm,
  baseline: regular.source.ascent / regular.source.unitsPerEm,
}

export const space = (isBold: boolean): Run => ({ text: ' ', face: isBold ? bold : regular })
