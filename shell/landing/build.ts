import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bundleScript } from './bundle.ts'
import { preview, renderPage } from './page.ts'
import { detailStyles, pageStyles } from './styles.ts'

const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

async function compress(file: string): Promise<string> {
  const bytes = await readFile(file)
  const gzip = gzipSync(bytes, { level: 9 })
  await writeFile(`${file}.gz`, gzip)
  await writeFile(`${file}.br`, brotliCompressSync(bytes, best))
  return `${bytes.length} B, ${gzip.length} B gzip`
}

/** Writes index.html, still holding the profile tokens, and its hashed script beside it. */
export async function buildLanding(options: { outDir: string; log?: (line: string) => void }): Promise<void> {
  const { outDir, log = () => {} } = options
  const entry = await bundleScript(outDir)
  for (const name of (await readdir(outDir)).filter((file) => file.endsWith('.js'))) {
    log(`landing ${name}: ${await compress(join(outDir, name))}`)
  }
  await copyFile(join(import.meta.dirname, preview), join(outDir, preview))
  const page = renderPage(await pageStyles(), await detailStyles(), `/assets/landing/${entry}`)
  await writeFile(join(outDir, 'index.html'), page)
  log(`landing index.html: ${page.length} B, ${gzipSync(page, { level: 9 }).length} B gzip`)
}
