import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from '@rspack/core'
import { base } from './base.ts'
import { compile } from './compile.ts'
import { compressFolder } from './compress.ts'
import { hostFederation } from './federation.ts'
import { writeFont } from './font.ts'

/** Which of the two: the app that people use, or the same with a React that lets components be exchanged. */
export type Kind = 'app' | 'development'

const publicPathOf = (kind: Kind) => `/assets/${kind}/`

const vendor = (name: string, packages: RegExp, priority: number) => ({
  name: `vendor-${name}`,
  test: packages,
  priority,
  // what is loaded later stays out of what is loaded first
  chunks: 'initial' as const,
  enforce: true,
})

const forDevelopment = (shared: Configuration): Configuration => ({
  ...shared,
  entry: { app: [join(import.meta.dirname, 'client', 'devtools.ts'), './src/main.tsx'] },
  // still built for production but for React, so that styles go in as the policy of the page wants it
  optimization: { ...shared.optimization, nodeEnv: 'development', minimize: false },
})

const configuration = (root: string, outDir: string, kind: Kind): Configuration => {
  const context = join(root, 'shell')
  const shared = base(context, '@plumbline/shell')
  const app: Configuration = {
    ...shared,
    entry: { app: './src/main.tsx' },
    output: { ...shared.output, path: outDir, publicPath: publicPathOf(kind) },
    plugins: [hostFederation('./src/reactRouterDom.ts')],
    optimization: {
      ...shared.optimization,
      splitChunks: {
        cacheGroups: {
          react: vendor('react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/, 30),
          router: vendor(
            'router',
            /node_modules[\\/](react-router|react-router-dom|cookie|set-cookie-parser)[\\/]/,
            20,
          ),
          rest: vendor('rest', /node_modules[\\/]/, 10),
        },
      },
    },
  }
  return kind === 'app' ? app : forDevelopment(app)
}

/** Builds the shell's app into `outDir`: its files, and the document that the gateway fills. */
export async function buildHost(root: string, outDir: string, kind: Kind = 'app'): Promise<void> {
  await mkdir(outDir, { recursive: true })
  const publicPath = publicPathOf(kind)
  const { entrypoints } = await compile(configuration(root, outDir, kind))
  const scripts = (entrypoints?.app?.assets ?? [])
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.js'))
  const tags = scripts.map(
    (name) => `<script defer src="${publicPath}${name}" crossorigin="anonymous"></script>`,
  )
  const font = await writeFont(outDir, publicPath)
  const document = await readFile(join(root, 'shell', 'src', 'app.html'), 'utf8')
  await writeFile(
    join(outDir, 'index.html'),
    document.replace('<!--assets-->', () => [font, ...tags].join('\n')),
  )
  if (kind === 'app') await compressFolder(outDir)
}
