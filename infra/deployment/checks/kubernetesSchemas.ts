// The validators and types of kubernetes-models, for machines without kubeconform, which the pipeline runs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../processes/config.ts'
import type { Manifest } from './kustomize.ts'

/** Where the type and the validator of a kind come from. */
const packages: Record<string, string> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'batch/v1': 'kubernetes-models/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  'keda.sh/v1alpha1': '@kubernetes-models/keda/keda.sh/v1alpha1',
  'postgresql.cnpg.io/v1': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1',
}

/** The backup plugin's kind: no package has its schema. */
const unpublished = ['barmancloud.cnpg.io/v1 ObjectStore']

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata?.name}`
const isPublished = ({ apiVersion, kind }: Manifest) => !unpublished.includes(`${apiVersion} ${kind}`)

type Model = new (data: object) => { validate: () => void }

const load = (path: string): Promise<object> => import(path).catch(() => ({}))

/** What the published schemas say against these objects: wrong values, what is missing, unknown kinds. */
export async function invalid(objects: Manifest[]): Promise<string[]> {
  const problems: string[] = []
  for (const object of objects.filter(isPublished)) {
    const from = packages[object.apiVersion]
    const Kind = from && ((await load(`${from}/${object.kind}`)) as Record<string, Model>)[object.kind]
    if (!Kind) problems.push(`${nameOf(object)}: there is no ${object.apiVersion} ${object.kind}`)
    else problems.push(...refusal(() => new Kind(object).validate()).map((it) => `${nameOf(object)}: ${it}`))
  }
  return problems
}

function refusal(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** The schemas let unknown fields pass, the types do not: the compiler reads each object as a literal of its type. */
export function misspelt(objects: Manifest[]): string[] {
  const published = objects.filter(isPublished)
  const lines = published.map(
    (object, index) =>
      `export const o${index}: import('${packages[object.apiVersion]}').I${object.kind} = ${JSON.stringify(object)}`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-manifests-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'manifests.ts'), `${lines.join('\n')}\n`)
    return compile(folder).map(
      ({ line, message }) => `${nameOf(published[line - 1] as Manifest)}: ${message}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function compile(folder: string): { line: number; message: string }[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = '--noEmit --strict --skipLibCheck --module preserve --moduleResolution bundler --pretty false'
  const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, ...flags.split(' '), 'manifests.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const diagnostics = [...stdout.matchAll(/^manifests\.ts\((\d+),\d+\): error TS\d+: (.*)$/gm)]
  if (status !== 0 && diagnostics.length === 0) throw new Error(`tsc: ${stdout}${stderr}`)
  return diagnostics.map(([, line, message]) => ({ line: Number(line), message: message as string }))
}
