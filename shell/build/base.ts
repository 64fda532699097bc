import type { Configuration } from '@rspack/core'

/** What every browser build has in common. `uniqueName` keeps the chunk loaders of two builds apart. */
export const base = (context: string, uniqueName: string): Configuration => ({
  mode: 'production',
  context,
  devtool: false,
  target: ['web', 'es2022'],
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  lazyCompilation: false,
  output: {
    uniqueName,
    crossOriginLoading: 'anonymous',
    filename: 'js/[name].[contenthash:8].js',
    chunkFilename: 'js/[name].[contenthash:8].js',
    assetModuleFilename: 'files/[name].[contenthash:8][ext]',
  },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        type: 'javascript/auto',
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic', importSource: '@emotion/react' } },
            target: 'es2022',
          },
        },
      },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
  performance: { hints: false },
  infrastructureLogging: { level: 'error' },
})
