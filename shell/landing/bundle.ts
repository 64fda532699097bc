import { rm } from 'node:fs/promises'
import { type Configuration, rspack } from '@rspack/core'

const config = (outDir: string, name: string, source: string): Configuration => ({
  mode: 'production',
  devtool: false,
  context: import.meta.dirname,
  entry: { [name]: source },
  target: ['web', 'es2022'],
  module: {
    rules: [
      {
        test: /\.ts$/,
        type: 'javascript/auto',
        loader: 'builtin:swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
      },
    ],
  },
  output: {
    path: outDir,
    module: true,
    library: { type: 'module' },
    filename: '[name].[contenthash:8].js',
  },
  optimization: { avoidEntryIife: true },
  performance: { hints: false },
})

async function compile(configuration: Configuration): Promise<string> {
  const compiler = rspack(configuration)
  try {
    return await new Promise((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error || !stats || stats.hasErrors()) {
          return reject(error ?? new Error(stats?.toString('errors-only') ?? 'no build statistics'))
        }
        const [asset] = stats.toJson({ all: false, assets: true }).assets ?? []
        return asset ? resolve(asset.name) : reject(new Error('the build wrote no file'))
      })
    })
  } finally {
    await new Promise((resolve) => compiler.close(resolve))
  }
}

/** Bundles the scripts into outDir and returns the file names of their entries. */
export async function bundleScripts(outDir: string): Promise<{ landing: string; customerPage: string }> {
  await rm(outDir, { recursive: true, force: true })
  const rules = await compile(config(outDir, 'rules', './browser/leadRules.ts'))
  // a plain import() of the finished file saves the page the chunk loader
  const externals = { './leadRules.ts': `import ./${rules}` }
  return {
    landing: await compile({ ...config(outDir, 'landing', './browser/landing.ts'), externals }),
    customerPage: await compile(config(outDir, 'customer', './browser/customerPage.ts')),
  }
}
