import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { base } from './base.ts'
import { compile } from './compile.ts'
import { writeFont } from './font.ts'

const document = (head: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Design system</title>
<link rel="icon" href="data:,">
${head}
</head>
<body><div id="root"></div></body>
</html>
`

/** Builds the page that shows every component of the design system. */
export async function buildGalleryPage(root: string, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true })
  const shared = base(join(root, 'shell', 'ui'), '@plumbline/gallery')
  const { entrypoints } = await compile({
    ...shared,
    entry: { gallery: './gallery/main.tsx' },
    output: { ...shared.output, path: outDir, publicPath: '/' },
  })
  const scripts = (entrypoints?.gallery?.assets ?? []).map(
    ({ name }) => `<script defer src="/${name}"></script>`,
  )
  await writeFile(join(outDir, 'index.html'), document([await writeFont(outDir, '/'), ...scripts].join('\n')))
}
