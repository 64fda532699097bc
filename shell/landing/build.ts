import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bundleScripts } from './bundle.ts'
import { renderCustomerPage } from './customerPage.ts'
import { preview, renderPage } from './page.ts'
import { customerStyles, detailStyles, pageStyles } from './styles.ts'

const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

async function compress(file: string): Promise<string> {
  const bytes = await readFile(file)
  const gzip = gzipSync(bytes, { level: 9 })
  await writeFile(`${file}.gz`, gzip)
  await writeFile(`${file}.br`, brotliCompressSync(bytes, best))
  return `${bytes.length} B, ${gzip.length} B gzip`
}

/** Writes index.html and customer.html, still holding their tokens, and their hashed scripts beside them. */
export async function buildLanding(options: { outDir: string; log?: (line: string) => void }): Promise<void> {
  const { outDir, log = () => {} } = options
  const scripts = await bundleScripts(outDir)
  for (const name of (await readdir(outDir)).filter((file) => file.endsWith('.js'))) {
    log(`landing ${name}: ${await compress(join(outDir, name))}`)
  }
  await copyFile(join(import.meta.dirname, preview), join(outDir, preview))
  const page = renderPage(await pageStyles(), await detailStyles(), `/assets/landing/${scripts.landing}`)
  await writeFile(join(outDir, 'index.html'), page)
  const customerPage = renderCustomerPage(await customerStyles(), `/assets/landing/${scripts.customerPage}`)
  await writeFile(join(outDir, 'customer.html'), customerPage)
  log(`landing index.html: ${page.length} B, ${gzipSync(page, { level: 9 }).length} B gzip`)
}
