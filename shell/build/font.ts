import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const source = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 8)

// the fallback is stretched to the metrics of the face, so that nothing moves when it arrives
const face = (url: string) => `@font-face {
  font-family: 'Figtree Variable';
  src: url(${url}) format('woff2');
  font-weight: 300 900;
  font-display: swap;
}
@font-face {
  font-family: 'Figtree Fallback';
  src: local('Arial'), local('Liberation Sans');
  size-adjust: 101%;
  ascent-override: 94%;
  descent-override: 25%;
  line-gap-override: 0%;
}
html { background: #faf8f4; }
@media (prefers-color-scheme: dark) { html:not([data-theme='light']) { background: #14191f; } }
`

/** Writes the app's one typeface and the style sheet that names it; answers the links for the document. */
export async function writeFont(outDir: string, publicPath: string): Promise<string> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(source))
  const font = `figtree.${hashOf(bytes)}.woff2`
  await writeFile(join(outDir, font), bytes)
  const css = face(`${publicPath}${font}`)
  const sheet = `base.${hashOf(css)}.css`
  await writeFile(join(outDir, sheet), css)
  return `<link rel="preload" href="${publicPath}${font}" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="${publicPath}${sheet}">`
}
