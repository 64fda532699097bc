import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type RspackPluginInstance, rspack } from '@rspack/core'

const require = createRequire(import.meta.url)

function versionOf(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')).version
    } catch {}
  }
  throw new Error(`${name} is not installed`)
}

// ranges on the major: a newer minor in one build must not kill the tabs of another
const single = (name: string, more: object = {}) => {
  const version = versionOf(name)
  return { singleton: true, version, requiredVersion: `^${version.split('.')[0]}`, ...more }
}

/** One copy of everything that holds state. A subpath is a key of its own, without which it is carried twice. */
const shared = (host: boolean, curatedRouter?: string) => ({
  react: single('react', { eager: host, strictVersion: true }),
  'react-dom': single('react-dom', { eager: host, strictVersion: true }),
  ...(host && { 'react-dom/client': single('react-dom', { eager: true }) }),
  'react-router-dom': single('react-router-dom', {
    eager: host,
    ...(curatedRouter && { import: curatedRouter }),
  }),
  '@tanstack/react-query': single('@tanstack/react-query', { eager: host }),
  jotai: single('jotai', { eager: host }),
  '@emotion/react': single('@emotion/react', { eager: host }),
  '@emotion/react/jsx-runtime': single('@emotion/react', { eager: host }),
  'zod/mini': single('zod', {
    eager: host,
    ...(host && { import: './build/sharedZod.ts' }),
  }),
  '@plumbline/contract': single('@plumbline/contract', { eager: host }),
})

// federation's runtime resolves to CommonJS, which is not tree-shaken
const slimRuntime = new rspack.NormalModuleReplacementPlugin(
  /@module-federation[\\/].+[\\/]dist[\\/]index\.cjs$/,
  (module) => {
    module.request = module.request.replace(/\.cjs$/, '.js')
  },
)

/** Federation with its runtime as modules, of which a build takes what it uses. */
const slim = (federation: ModuleFederationPlugin): RspackPluginInstance => ({
  apply: (compiler) => {
    compiler.options.resolve.alias = {
      ...(compiler.options.resolve.alias || {}),
      '@module-federation/runtime': require.resolve('@module-federation/runtime/bundler'),
    }
    federation.apply(compiler)
    slimRuntime.apply(compiler)
  },
})

/** The shell: knows no remote at build time; they come from the registry in the document. */
export const hostFederation = (curatedRouter: string) =>
  slim(
    new ModuleFederationPlugin({
      name: 'shell',
      remotes: {},
      shared: shared(true, curatedRouter),
      shareStrategy: 'loaded-first',
      dts: false,
      experiments: { optimization: { target: 'web' }, provideExternalRuntime: true },
    }),
  )

/** A remote: exposes its routes and widgets, and brings its own copies of shared packages for when the host has none. */
export const remoteFederation = (name: string, exposes: Record<string, string>) =>
  slim(
    new ModuleFederationPlugin({
      name: `mfe_${name.replaceAll('-', '_')}`,
      filename: 'remoteEntry.[contenthash:8].js',
      manifest: true,
      exposes,
      shared: shared(false),
      shareStrategy: 'loaded-first',
      dts: false,
      experiments: { optimization: { target: 'web' }, externalRuntime: true },
    }),
  )
