import { join } from 'node:path'
import type { Configuration, RuleSetRule } from '@rspack/core'

const typescriptRule = (hot: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  type: 'javascript/auto',
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: {
        react: {
          runtime: 'automatic',
          importSource: '@emotion/react',
          // without the first the second does nothing
          development: hot,
          refresh: hot,
        },
      },
      target: 'es2022',
    },
  },
})
export const typescript = typescriptRule(false)
/** The same, for components that are exchanged while they are on the screen. */
export const typescriptHot = typescriptRule(true)

// rspack waits for two minutes
const chunkLoadTimeout = 10_000

const endpoints: RuleSetRule = {
  test: /\/src\/api(\/[a-zA-Z]+)?\.ts$/,
  enforce: 'pre',
  loader: join(import.meta.dirname, 'dropServerFields.ts'),
}

/** What every browser build has in common. `uniqueName` keeps the chunk loaders of two builds apart. */
export const base = (context: string, uniqueName: string): Configuration => ({
  mode: 'production',
  context,
  devtool: false,
  target: ['web', 'es2022'],
  resolve: {
    extensions: ['.ts', '.tsx', '.js'],
    // 1 kB for emotion's `withTheme` alone; themes are CSS variables here
    alias: { 'hoist-non-react-statics': false },
  },
  lazyCompilation: false,
  output: {
    uniqueName,
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout,
    filename: 'js/[name].[contenthash:8].js',
    chunkFilename: 'js/[name].[contenthash:8].js',
    assetModuleFilename: 'files/[name].[contenthash:8][ext]',
  },
  module: {
    rules: [typescript, endpoints, { test: /\.woff2$/, type: 'asset/resource' }],
  },
  // the default derives ids from names that contain the folder of the checkout, so that no two builds were the same
  optimization: { moduleIds: 'natural', chunkIds: 'natural' },
  performance: { hints: false },
  infrastructureLogging: { level: 'error' },
})
