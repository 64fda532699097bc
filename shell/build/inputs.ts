import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const common = ['package-lock.json', 'shell/build', 'shell/contract', 'shell/ui/src']

/** Modules of the platform that browsers run as well. */
const shared = [
  'credentials',
  'email',
  'fields',
  'html',
  'links',
  'money',
  'passwords',
  'phone',
  'rights',
  'schemas',
  'search',
  'text',
  'time',
  'week',
].map((name) => `services/platform/src/${name}.ts`)

/** Files and folders that every front-end is built from, beside its own. */
export function commonInputs(root: string): string[] {
  const services = readdirSync(join(root, 'services')).map((name) => `services/${name}`)
  const declarations = [...services, 'gateway'].flatMap((folder) =>
    ['api.ts', 'api', 'events.ts', 'events'].map((name) => `${folder}/src/${name}`),
  )
  return [...common, ...shared, ...declarations].filter((path) => existsSync(join(root, path)))
}
