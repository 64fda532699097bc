import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// later sheets override earlier ones
const sheets = ['theme', 'controls', 'opening', 'sections', 'rail', 'dialog', 'toast', 'print']

export const minify = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim()

export async function pageStyles(): Promise<string> {
  const texts = sheets.map((name) => readFile(join(import.meta.dirname, 'styles', `${name}.css`), 'utf8'))
  return minify((await Promise.all(texts)).join('\n'))
}
