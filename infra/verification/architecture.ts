import { dirname, join } from 'node:path/posix'

type Rule = {
  files: RegExp
  /** What these files may import of this repository, by package name. */
  mayImport: RegExp
}

/** Who may import which package; the first rule that matches a file counts. infra composes all of them. */
const packageRules: Rule[] = [
  { files: /^infra\//, mayImport: /^@plumbline\// },
  { files: /^services\/platform\//, mayImport: /^nothing$/ },
  // what runs in the browser too
  {
    files: /^(services\/[a-z]+|gateway)\/src\/api(\/[a-zA-Z]+)?\.ts$/,
    mayImport:
      /^@plumbline\/platform\/(credentials|email|fields|links|money|passwords|rights|schemas|time|week)$/,
  },
  { files: /^services\/[a-z]+\/src\/events\.ts$/, mayImport: /^nothing$/ },
  {
    files: /^services\//,
    mayImport: /^@plumbline\/(platform\/(?!testing)[a-z0-9-]+|[a-z]+\/(events|record|directory))$/,
  },
  {
    files: /^gateway\//,
    mayImport:
      /^@plumbline\/platform\/(customer-page|http|html|links|log|env|errors|db|migrate|phone|files|rights|schemas|trace)$/,
  },
  // money, time zones, telephone links, search and cut texts: one module each, the same in the browser and on the server
  {
    files: /^shell\/contract\//,
    mayImport:
      /^@plumbline\/(contract(\/(action|form|list))?|ui(\/toaster)?|gateway\/api|platform\/(money|phone|rights|search|text|time))$/,
  },
  { files: /^shell\/(ui|build)\//, mayImport: /^@plumbline\/(contract|ui|build)$/ },
  // public pages are built of escaped text, as those that the services make for customers
  { files: /^shell\/landing\//, mayImport: /^@plumbline\/(platform\/html|[a-z]+\/api)$/ },
  // remotes rely on the contract; the shell has parts of it to itself
  {
    files: /^shell\/src\//,
    mayImport:
      /^@plumbline\/(contract(\/(action|contact|form|list|money|rights|shell|when))?|ui(\/toaster)?|[a-z]+\/api|platform\/rights)$/,
  },
  {
    files: /^(shell|mfe-[a-z]+)\//,
    mayImport:
      /^@plumbline\/(contract(\/(action|contact|csv|form|list|money|restore|rights|text|when))?|ui(\/toaster)?|build\/remote|[a-z]+\/api)$/,
  },
]

type LayerRule = { files: RegExp; mayNotImport: RegExp; because: string }

/** Inside a domain service: service → routes, projection, reactors → commands, queries → decider → events. */
const layerRules: LayerRule[] = [
  {
    files: /^services\/(?!platform\/)[a-z]+\/src\/(?!service\.ts$)/,
    mayNotImport: /^services\/[a-z]+\/src\/service\.ts$/,
    because: 'service.ts is the top of a service',
  },
  {
    files: /^services\/(?!platform\/)[a-z]+\/src\/(?!service\.ts$).*/,
    mayNotImport: /^services\/[a-z]+\/src\/.*\/routes\.ts$/,
    because: 'only service.ts collects routes',
  },
  {
    files: /^services\/(?!platform\/)[a-z]+\/src\/.*\/(queries|projection)\.ts$/,
    mayNotImport: /^services\/[a-z]+\/src\/.*\/commands\.ts$/,
    because: 'reads give no commands',
  },
  {
    files: /^services\/(?!platform\/)[a-z]+\/src\/.*\/(decider|record)\.ts$/,
    mayNotImport:
      /^(?!@plumbline\/platform\/(errors|money|text|time)$|services\/[a-z]+\/src\/(.*\/decider|.*\/record|quote\/(content|dayText|documentHash|lineCosts|lineIds)|events|events\/[a-zA-Z]+|api|api\/[a-zA-Z]+)\.ts$)/,
    because: 'a decider and its fold are pure: they know events, and call no clock, store or other service',
  },
  {
    files: /^(services\/[a-z]+|gateway)\/src\/(api|api\/[a-zA-Z]+|events|events\/[a-zA-Z]+)\.ts$/,
    mayNotImport:
      /^(?!zod(\/|$)|@plumbline\/platform\/(credentials|email|fields|links|money|passwords|rights|schemas|time|week)$|(services\/[a-z]+|gateway)\/src\/(api|api\/[a-zA-Z]+|events|events\/[a-zA-Z]+)\.ts$)/,
    because: 'api and events also run in the browser: zod, shared schemas and each other, nothing else',
  },
  {
    files: /^infra\/processes\//,
    mayNotImport: /^infra\/(cli|deployment|verification)\//,
    because: 'what runs knows neither the tools of operators nor the tests',
  },
]

const testMayImport = /^(vitest|@plumbline\/platform\/testing)$/

/** Every import that goes the wrong way, as a sentence. Sources are by path from the root. */
export function violations(sources: ReadonlyMap<string, string>, packages: readonly string[]): string[] {
  const problems: string[] = []
  for (const [file, source] of sources) {
    for (const { specifier, isType } of importsOf(source)) {
      const isRelative = specifier.startsWith('.')
      const target = isRelative ? join(dirname(file), specifier) : specifier
      const problem = isRelative ? leavesPackage(file, target, packages) : wrongPackage(file, target)
      const reason = problem ?? (isType ? undefined : wrongLayer(file, target))
      if (reason) problems.push(`${file} imports ${specifier}: ${reason}`)
    }
  }
  return problems
}

/** Every circle of files that import each other inside a package, as one line. */
export function circles(sources: ReadonlyMap<string, string>): string[] {
  const importedBy = (file: string) =>
    importsOf(sources.get(file) ?? '')
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => join(dirname(file), specifier))
      .filter((target) => sources.has(target))
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) found.push([...path.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const target of importedBy(file)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of sources.keys()) visit(file, [])
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
  if (isTest(file) || (isTestSupport(file) && !file.startsWith('infra/'))) return undefined
  return layerRules.find((rule) => rule.files.test(file) && rule.mayNotImport.test(target))?.because
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function isTestSupport(file: string): boolean {
  return (
    file.startsWith('services/platform/src/testing/') ||
    file.startsWith('infra/') ||
    /\/testing(\.ts$|\/)/.test(file)
  )
}
