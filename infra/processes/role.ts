import './stores/withoutPostgresVariables.ts'
import { serviceNames } from './services.ts'

const services: readonly string[] = serviceNames
const others = ['prepare', 'web', 'gateway', 'worker']

/** What an image runs, by argument: one process of the product. `role.ts crm` */
const role = process.argv[2] ?? ''
if (services.includes(role)) await import('./roles/service.ts')
else if (others.includes(role)) await import(`./roles/${role}.ts`)
else {
  console.error(`There is no role ${role}. Known roles: ${[...others, ...services].join(', ')}.`)
  process.exitCode = 1
}
