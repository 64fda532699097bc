import type { Place } from './places.ts'

/** What operators set. Its default is what the manifests have in its places. */
export type Value = {
  /** `image.tag` */
  name: string
  /** JSON Schema: Helm refuses anything else. */
  rule: { description?: string; type: string; [keyword: string]: unknown }
  places: Place[]
  /** Used while the value is empty, as it then is by default. */
  fallback?: string
}

const text = (pattern: string) => ({ type: 'string', pattern })
const dnsLabel = '[a-z0-9]([a-z0-9-]*[a-z0-9])?'
const quantity = text('^([1-9][0-9]*(Gi|Ti))?$')
const email = text('^[^@\\s]+@[^@\\s]+$')

const podImage = 'spec template spec containers * image'
const callers = 'spec ingress * from * namespaceSelector matchLabels kubernetes.io/metadata.name'

export const sizes = ['small', 'franchise'] as const
export type Size = (typeof sizes)[number]

export const sizeRule = {
  description:
    'small: one web process and a worker. franchise: every service by itself, each scaled by its load.',
  enum: sizes,
}

/** Those with names of their own; valuesOf.ts finds `settings` and `resources` in the manifests. */
export const namedValues: Value[] = [
  {
    name: 'host',
    rule: {
      description: 'The host of your address, https://<host>',
      ...text(`^${dnsLabel}(\\.${dnsLabel})+$`),
    },
    places: [
      { kinds: 'Ingress', field: 'spec rules * host' },
      { kinds: 'Ingress', field: 'spec tls * hosts *' },
      { kinds: 'ConfigMap', field: 'data PUBLIC_URL', part: /^https:\/\/(.+)$/ },
    ],
  },
  {
    name: 'image.repository',
    rule: { description: 'Where you pushed the image', ...text('^[a-z0-9][a-z0-9._/:-]*$') },
    places: [{ kinds: 'Deployment|Job', field: podImage, part: /^(.+):/ }],
  },
  {
    name: 'image.tag',
    rule: { description: 'Empty: the version of the chart', ...text('^(\\w[\\w.-]*)?$') },
    places: [{ kinds: 'Deployment|Job', field: podImage, part: /:([^:]+)$/ }],
    fallback: '.Chart.AppVersion',
  },
  {
    name: 'ingress.annotations',
    rule: {
      description: 'For the ingress controller and cert-manager',
      ...{ type: 'object', additionalProperties: { type: 'string' } },
    },
    places: [{ kinds: 'Ingress', field: 'metadata annotations' }],
  },
  {
    name: 'namespaces.ingress',
    rule: {
      description: 'Of the ingress controller: its pods may reach the gateway',
      ...text(`^${dnsLabel}$`),
    },
    places: [{ kinds: 'NetworkPolicy', field: callers, part: /^(ingress)$/ }],
  },
  {
    name: 'namespaces.monitoring',
    rule: { description: 'Of Prometheus: its pods may read metrics', ...text(`^${dnsLabel}$`) },
    places: [{ kinds: 'NetworkPolicy', field: callers, part: /^(monitoring)$/ }],
  },
  {
    name: 'namespaces.cloudnativepg',
    rule: { description: 'Of the operator of the database', ...text(`^${dnsLabel}$`) },
    places: [{ kinds: 'NetworkPolicy', field: callers, part: /^(cnpg-system)$/ }],
  },
  {
    name: 'prometheus',
    rule: {
      description: 'Where the age of the oldest delivery is read, by which workers are scaled (franchise)',
      ...text('^https?://\\S+$'),
    },
    places: [{ kinds: 'ScaledObject', field: 'spec triggers * metadata serverAddress' }],
  },
  {
    name: 'postgres.storage',
    rule: { description: 'The disk of each copy of the database; it can grow, not shrink', ...quantity },
    places: [{ kinds: 'Cluster', field: 'spec storage size' }],
  },
  {
    name: 'postgres.walStorage',
    rule: { description: 'The disk of its write-ahead log', ...quantity },
    places: [{ kinds: 'Cluster', field: 'spec walStorage size' }],
  },
  {
    name: 'postgres.backups',
    rule: { description: 'The bucket to which the database is archived', ...text('^s3://\\S+$') },
    places: [{ kinds: 'ObjectStore', field: 'spec configuration destinationPath' }],
  },
]

/** Rules of single settings; all of them are texts. */
export const settingRules: Record<string, Value['rule']> = {
  TRUST_PROXY: {
    description: "The network of the ingress controller's pods",
    ...text('^[0-9a-zA-Z.:/, ]+$'),
  },
  MAIL_FROM: email,
  BUSINESS_EMAIL: email,
  REMOTES_STORE: { description: 'The bucket for micro-frontends (franchise)', ...text('^s3://\\S+$') },
  OWNER_EMAIL: { description: 'Who is told of each request for an estimate', ...email },
}

const amounts = { type: 'object', additionalProperties: { type: ['string', 'number'] } }

export const resourcesRule = {
  type: 'object',
  additionalProperties: false,
  properties: { requests: amounts, limits: amounts },
}

export const groupDescriptions: Record<string, string> = {
  settings:
    'Variables of infra/docs/configuration.md that are no secrets, as texts. More of them may be added.',
  resources: 'What a process of each kind asks for, and its limits',
}
