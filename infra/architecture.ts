import { dirname, join } from 'node:path/posix'

type Rule = {
  files: RegExp
  /** What these files may import of this repository, by package name. */
  mayImport: RegExp
}

/** Who may import which package; infra wires everything together and may import all of it. */
const packageRules: Rule[] = [
  { files: /^infra\//, mayImport: /^@plumbline\// },
  { files: /^services\/platform\//, mayImport: /^nothing$/ },
  { files: /^services\//, mayImport: /^@plumbline\/(platform\/(?!testing)[a-z-]+|[a-z]+\/events)$/ },
  {
    files: /^gateway\//,
    mayImport: /^@plumbline\/platform\/(http|html|log|env|errors|db|jointly|migrate|phone|trace)$/,
  },
  // time zones and telephone links: one module each, the same in the browser and on the server
  {
    files: /^shell\/contract\//,
    mayImport: /^@plumbline\/(contract|ui(\/toaster)?|platform\/(phone|time))$/,
  },
  { files: /^shell\/(ui|build)\//, mayImport: /^@plumbline\/(contract|ui|build)$/ },
  // beside what remotes rely on there is what the shell alone needs
  {
    files: /^shell\/src\//,
    mayImport: /^@plumbline\/(contract(\/(form|shell))?|ui(\/toaster)?|[a-z]+\/api)$/,
  },
  {
    files: /^(shell|mfe-[a-z]+)\//,
    mayImport:
      /^@plumbline\/(contract(\/(form|csv|phone|standalone))?|ui(\/toaster)?|build\/remote|[a-z]+\/api)$/,
  },
]

type LayerRule = { files: RegExp; mayNotImport: RegExp; because: string }

/** Inside one domain service: main → service → routes, projections, reactors → aggregate, api, events. */
const layerRules: LayerRule[] = [
  {
    files: /^services\/[a-z]+\/src\/(?!main\.ts)/,
    mayNotImport: /^services\/[a-z]+\/src\/main\.ts$/,
    because: 'nothing stands above main',
  },
  {
    files: /^services\/(?!platform\/)[a-z]+\/src\/(?!(main|service)\.ts)/,
    mayNotImport: /^services\/[a-z]+\/src\/service\.ts$/,
    because: 'only main stands above service',
  },
  {
    files: /^services\/[a-z]+\/src\/(api|api\/[a-z]+|events)\.ts$/,
    mayNotImport: /^(?!zod(\/|$)|services\/[a-z]+\/src\/(api|api\/[a-z]+|events)\.ts$)/,
    because: 'api and events also run in the browser: zod and each other, nothing else',
  },
]

const aggregateMayImport = /^(@plumbline\/platform\/errors|services\/[a-z]+\/src\/events\.ts)$/
const testMayImport = /^(vitest|@plumbline\/platform\/testing)$/

/** Every import that goes the wrong way, as a sentence. Sources are by path from the root. */
export function violations(sources: ReadonlyMap<string, string>, packages: readonly string[]): string[] {
  const found: string[] = []
  for (const [file, source] of sources) {
    for (const { specifier, isType } of importsOf(source)) {
      const isRelative = specifier.startsWith('.')
      const target = isRelative ? join(dirname(file), specifier) : specifier
      const problem = isRelative ? leavesPackage(file, target, packages) : wrongPackage(file, target)
      const reason = problem ?? wrongLayer(file, target) ?? impure(file, source, target, isType)
      if (reason) found.push(`${file} imports ${specifier}: ${reason}`)
    }
  }
  return found
}

function importsOf(source: string): { specifier: string; isType: boolean }[] {
  const pattern =
    /(?:\b(?:import|export)\s+(type\s)?(?:[\w\s{},*$]+?\sfrom\s+)?|\bimport\s*\(\s*)['"]([^'"]+)['"]/g
  return [...source.matchAll(pattern)].map(([, type, specifier = '']) => ({
    specifier,
    isType: Boolean(type),
  }))
}

function leavesPackage(file: string, target: string, packages: readonly string[]): string | undefined {
  const packageOf = (path: string) =>
    packages.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0]
  if (file.startsWith('infra/') || packageOf(file) === packageOf(target)) return undefined
  return 'another package is imported by its name'
}

function wrongPackage(file: string, target: string): string | undefined {
  if ((isTest(file) || isTestSupport(file)) && testMayImport.test(target)) return undefined
  if (target === 'vitest') return isTestSupport(file) ? undefined : 'only tests know vitest'
  if (!target.startsWith('@plumbline/')) return undefined
  const rule = packageRules.find(({ files }) => files.test(file))
  return rule?.mayImport.test(target) ? undefined : 'this package may not know that one'
}

function wrongLayer(file: string, target: string): string | undefined {
  if (isTest(file) || /\/testing\.ts$/.test(file)) return undefined
  return layerRules.find((rule) => rule.files.test(file) && rule.mayNotImport.test(target))?.because
}

/** A file that decides and evolves is an aggregate: same input, same output. Types leave no trace at run time. */
function impure(file: string, source: string, target: string, isType: boolean): string | undefined {
  const isAggregate =
    /^services\/(?!platform\/)[a-z]+\/src\/[^/]+\.ts$/.test(file) &&
    !isTest(file) &&
    /\bdecide\b/.test(source) &&
    /\bevolve\b/.test(source)
  return isAggregate && !isType && !aggregateMayImport.test(target) ? 'an aggregate is pure' : undefined
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function isTestSupport(file: string): boolean {
  return (
    file.startsWith('services/platform/src/testing/') ||
    file.startsWith('infra/') ||
    /\/testing\.ts$/.test(file)
  )
}
