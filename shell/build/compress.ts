import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthwhileBytes = 1_024
const compressible = /\.(js|css|json|svg)$/
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Lays a `.br` and a `.gz` beside every file that gains from it. */
export async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .map(async (file) => {
        const path = join(folder, file)
        const bytes = await readFile(path)
        if (bytes.length < worthwhileBytes) return
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, best))
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      }),
  )
}
