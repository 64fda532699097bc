import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// later sheets override earlier ones
const sheets = ['theme', 'controls', 'frame', 'opening', 'sections', 'rail', 'dialog', 'toast', 'print']

export const minify = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim()

export const pageStyles = (): Promise<string> => stylesOf(sheets)
/** Of what is on the page only where a business has set it. */
export const detailStyles = (): Promise<string> => stylesOf(['details'])

/** Of the pages that a customer opens by a link. */
export const customerStyles = (): Promise<string> =>
  stylesOf(['theme', 'controls', 'frame', 'customer', 'customerPrint'])

async function stylesOf(names: readonly string[]): Promise<string> {
  const texts = names.map((name) => readFile(join(import.meta.dirname, 'styles', `${name}.css`), 'utf8'))
  return minify((await Promise.all(texts)).join('\n'))
}
