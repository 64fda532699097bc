import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './config.ts'
import { secrets } from './keys/secretFiles.ts'

const declaredIn = [
  'infra/processes/config.ts',
  'gateway/src/releases/location.ts',
  'services/platform/src/files/location.ts',
]
const declaration = /^ {2}([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*): /gm

/** Read where they are used: the log's level, and what Express and the AWS tools look at. */
const others = ['LOG_LEVEL', 'NODE_ENV']

const business: object = JSON.parse(readFileSync(join(root, 'infra/processes/business.json'), 'utf8'))

/** Every variable the product reads, taken from the places that parse them. */
export const knownVariables: ReadonlySet<string> = new Set([
  ...others,
  ...secrets.map((name) => `${name}_FILE`),
  ...Object.keys(business).map((key) => `BUSINESS_${key.toUpperCase()}`),
  ...declaredIn.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(declaration)].map(([, name]) => name as string),
  ),
])
