// What hadolint, which the pipeline runs, cannot know: what .dockerignore sends, and what each stage copies.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes/config.ts'

export type Instruction = { keyword: string; words: string[]; text: string }

const linesOf = (file: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)

/** The instructions of our Dockerfile, each on one line. It uses no heredocs. */
export const dockerfile: Instruction[] = linesOf('infra/deployment/Dockerfile').map((text) => {
  const [keyword = '', ...words] = text.split(/\s+/)
  return { keyword, words, text }
})

const rules = linesOf('.dockerignore').map((line) => {
  const pattern = line.replace(/^!/, '')
  if (!/^[\w./*-]+$/.test(pattern)) throw new Error(`${line} in .dockerignore is not understood here`)
  const source = pattern
    .replaceAll('.', '\\.')
    .replace(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(.*/)?', '**': '.*' })[stars] ?? '[^/]*')
  // what is in a folder goes as the folder goes
  return { sends: line.startsWith('!'), matches: new RegExp(`^${source}(/|$)`) }
})

/** Whether .dockerignore lets a file through: the last rule that fits decides. */
export const isSent = (path: string): boolean =>
  rules.findLast(({ matches }) => matches.test(path))?.sends ?? true

// not walked through, to save time; `isSent` is asked for them in the test
const heavy = new Set(['node_modules', '.git', '.data', 'dist'])

/** The files the builder is sent. */
export function contextFiles(): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return heavy.has(entry.name) ? [] : walk(path)
      return entry.isFile() ? [path] : []
    })
  return walk('.').filter(isSent)
}

// FROM image [AS name]
const starts = dockerfile.flatMap(({ keyword, words: [image, , name] }, index) =>
  keyword === 'FROM' ? [{ image, name, index }] : [],
)

/** The instructions of one stage, by default of the last, which alone has no name. */
export function stage(name?: string): Instruction[] {
  const wanted = starts.findLastIndex((it) => it.name === name)
  return dockerfile.slice(starts[wanted]?.index, starts[wanted + 1]?.index)
}

/** The same with those of the stages that it is made from. */
export function wholeStage(name?: string): Instruction[] {
  const own = stage(name)
  const parent = starts.find((it) => it.name === own[0]?.words[0])
  return parent ? [...wholeStage(parent.name), ...own] : own
}

export const copies = (instructions: Instruction[]) =>
  instructions
    .filter(({ keyword }) => keyword === 'COPY')
    .map(({ words }) => {
      const paths = words.filter((word) => !word.startsWith('--'))
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
      return { from, sources: paths.slice(0, -1), to: paths.at(-1) as string }
    })

/** The images that come from a registry. */
export const baseImages: (string | undefined)[] = starts
  .map(({ image }) => image)
  .filter((image) => !starts.some(({ name }) => name === image))
