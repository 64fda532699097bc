import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Compiler, type Configuration, type RspackPluginInstance, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { typescript, typescriptHot } from './base.ts'

export type DevOptions = {
  root: string
  /** The remote, as in `mfe-<name>`. */
  name: string
  port: number
  /** The address of a gateway whose pages may load what is served here. */
  shell: string
}

const client = (file: string) => join(import.meta.dirname, 'client', file)

/** Code for every entry of a compiler, the one of the federation included. */
const everywhere = (file: string): RspackPluginInstance => ({
  apply: (compiler: Compiler) =>
    new compiler.rspack.EntryPlugin(compiler.context, file, { name: undefined }).apply(compiler),
})

/** The same configuration, made to be watched: components are exchanged on the screen. */
const hot = (configuration: Configuration, publicPath: string): Configuration => ({
  ...configuration,
  mode: 'development',
  // an editor empties a file before it fills it: what is half saved would take the form off the screen
  watchOptions: { aggregateTimeout: 200 },
  // the router has imports that nothing can be said of before it runs
  ignoreWarnings: [/Critical dependency/],
  // a source map that needs no `eval`: the policy of the shell's pages forbids it
  devtool: 'cheap-module-source-map',
  resolve: {
    ...configuration.resolve,
    alias: { '@emotion/react/jsx-dev-runtime': client('jsxDevRuntime.ts') },
  },
  module: {
    ...configuration.module,
    rules: (configuration.module?.rules ?? []).map((rule) => (rule === typescript ? typescriptHot : rule)),
  },
  output: {
    ...configuration.output,
    // in memory
    path: join('/', configuration.name as string),
    filename: 'js/[name].js',
    chunkFilename: 'js/[name].js',
    publicPath,
  },
  // an exchanged module keeps its id
  optimization: { moduleIds: 'named', chunkIds: 'named' },
  plugins: [
    ...(configuration.plugins ?? []),
    everywhere(client('devtools.ts')),
    new ReactRefreshRspackPlugin({ forceEnable: true }),
    everywhere(client('hot.ts')),
  ],
})

/** Serves a remote that is being worked on to a shell, as `/mf-manifest.json`. */
export async function serveRemote({ root, name, port, shell }: DevOptions) {
  const folder = join(root, `mfe-${name}`)
  const { default: remote } = await import(pathToFileURL(join(folder, 'rspack.config.ts')).href)
  const here = `http://localhost:${port}`
  const { origin, hostname } = new URL(shell)
  const compiler = rspack(hot({ ...remote, name: 'remote' }, `${here}/`))
  const server = new RspackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      setupExitSignals: false,
      static: false,
      allowedHosts: ['localhost', hostname],
      headers: { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' },
      // an overlay would bring styles that the policy of the shell's pages forbids
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://localhost:${port}/ws` },
      setupMiddlewares: (middlewares) => [
        ...middlewares,
        {
          name: 'manifest',
          path: '/mfe.json',
          middleware: async (_req: IncomingMessage, res: ServerResponse) => {
            res.end(await readFile(join(folder, 'mfe.json')))
          },
        },
      ],
    },
    compiler,
  )
  await server.start()
  return { url: here, manifest: `${here}/mf-manifest.json`, stop: () => server.stop() }
}
