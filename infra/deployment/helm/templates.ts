import { stringify } from 'yaml'
import type { Manifest } from '../checks/kustomize.ts'
import { type Place, replaceIn } from './places.ts'
import type { Size } from './values.ts'
import type { ValueWithDefault } from './valuesOf.ts'

/** A Go template expression, and the places that it fills. */
type Filling = { expression: string; places: Place[] }

const releaseNamespace: Filling = {
  expression: '.Release.Namespace',
  places: [
    { field: 'metadata namespace' },
    { kinds: 'ScaledObject', field: 'spec triggers * metadata query', part: /namespace="([^"]+)"/ },
  ],
}

/** Pods read the settings when they start: other settings make other pods. */
const settingsChecksum: Filling = {
  expression: 'list .Values.host .Values.settings | toJson | sha256sum',
  places: [{ kinds: 'Deployment', field: 'spec template metadata annotations checksum/settings' }],
}

const fillingOf = ({ name, places, fallback, defaults }: ValueWithDefault, size: Size): Filling => {
  const own = fallback ?? (defaults && JSON.stringify(defaults[size]))
  return { expression: `.Values.${name}${own ? ` | default ${own}` : ''}`, places }
}

/** The templates of one size, by their paths in the chart. The namespace is that of the release, made before it. */
export function templatesOf(objects: Manifest[], values: ValueWithDefault[], size: Size) {
  const fillings = [releaseNamespace, settingsChecksum, ...values.map((value) => fillingOf(value, size))]
  const settings = values.flatMap(({ name }) => (name.startsWith('settings.') ? [name.slice(9)] : []))
  const entries = objects
    .filter(({ kind }) => kind !== 'Namespace')
    .map((object) => [
      `templates/${size}/${object.kind}-${object.metadata.name}.yaml`.toLowerCase(),
      `{{ if eq .Values.size "${size}" }}\n${templateOf(object, fillings, settings)}{{ end }}\n`,
    ])
  return Object.fromEntries(entries) as Record<string, string>
}

function templateOf(object: Manifest, fillings: Filling[], settings: string[]): string {
  const write = (it: Manifest) => writeTemplate(it, fillings)
  switch (object.kind) {
    case 'Job':
      return `{{ if .Release.IsInstall }}\n${write(object)}{{ end }}---\n${write(asHook(object))}`
    case 'Deployment':
      return write(withChecksum(object))
    case 'Cluster':
    case 'ObjectStore':
      return write(annotated(object, { 'helm.sh/resource-policy': 'keep' }))
    case 'ConfigMap': {
      const { data, ...rest } = object
      return write({ ...rest, data }) + addedSettings(settings)
    }
    default:
      return write(object)
  }
}

/**
 * On an upgrade or a rollback `prepare` ends before any pod of the other release starts. On an install it is no hook: before
 * everything else there is no database, and after everything else `helm install --wait` waits for pods that wait for it.
 * It has a name of its own, because a rollback to the first release refuses to make a Job that is there.
 */
const asHook = (job: Manifest): Manifest =>
  annotated(
    { ...job, metadata: { ...job.metadata, name: `${job.metadata.name}-release` } },
    { 'helm.sh/hook': 'pre-upgrade,pre-rollback', 'helm.sh/hook-delete-policy': 'before-hook-creation' },
  )

function withChecksum(deployment: Manifest): Manifest {
  const { template, ...spec } = deployment.spec
  return { ...deployment, spec: { ...spec, template: annotated(template, { 'checksum/settings': '' }) } }
}

const annotated = <T extends { metadata: Manifest['metadata'] }>(
  it: T,
  added: Record<string, string>,
): T => ({
  ...it,
  metadata: { ...it.metadata, annotations: { ...it.metadata.annotations, ...added } },
})

/** The ones that the manifests do not have and an operator adds. */
const addedSettings = (settings: string[]): string =>
  `{{ range $name, $value := omit .Values.settings ${settings.map((name) => `"${name}"`).join(' ')} }}
  {{ $name }}: {{ $value | toJson }}
{{ end }}
`

/** The object as YAML. A whole value is written as JSON, so that no text becomes anything else; a part of one as it is. */
function writeTemplate(object: Manifest, fillings: Filling[]): string {
  if (JSON.stringify(object).includes('{{'))
    throw new Error(`${object.metadata.name} has {{ in it, which Helm reads`)
  const actions: string[] = []
  const filled = fillings.reduce(
    (it, { places, expression }) =>
      replaceIn(it, places, (_found, isPart) => {
        actions.push(`{{ ${expression}${isPart ? '' : ' | toJson'} }}`)
        return `__${actions.length - 1}__`
      }),
    object,
  )
  return stringify(filled, { version: '1.1', lineWidth: 0 }).replace(
    /__(\d+)__/g,
    (_, index) => actions[index] as string,
  )
}
