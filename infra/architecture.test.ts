import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { violations } from './architecture.ts'

const root = resolve(import.meta.dirname, '..')
const { workspaces } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  workspaces: string[]
}

test('every import goes the way the design allows', () => {
  const paths = globSync('{services,gateway,shell,mfe-*,infra}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(path),
  }).map((path) => path.replaceAll('\\', '/'))
  expect(paths).toContain('infra/architecture.ts')
  const sources = new Map(paths.map((path) => [path, readFileSync(resolve(root, path), 'utf8')]))
  expect(violations(sources, workspaces)).toEqual([])
})

const planted: [rule: string, file: string, source: string][] = [
  ['a remote knows no other remote', 'mfe-crm/src/routes.tsx', `import { x } from '@plumbline/mfe-billing'`],
  ['a remote knows no shell', 'mfe-crm/src/routes.tsx', `import { x } from '@plumbline/shell'`],
  [
    'a remote does not reach into the shell',
    'mfe-crm/src/routes.tsx',
    `import x from '../../shell/src/x.ts'`,
  ],
  ['a remote knows no events', 'mfe-crm/src/routes.tsx', `import type { X } from '@plumbline/crm/events'`],
  ['a remote knows no service', 'mfe-crm/src/routes.tsx', `const x = await import('@plumbline/crm/service')`],
  ['the contract knows no service', 'shell/contract/src/index.ts', `import { x } from '@plumbline/crm/api'`],
  ['the design system knows no service', 'shell/ui/src/index.ts', `export * from '@plumbline/crm/api'`],
  ['the shell knows no events', 'shell/src/app.tsx', `import { x } from '@plumbline/identity/events'`],
  [
    'the platform knows no domain',
    'services/platform/src/db.ts',
    `import { x } from '@plumbline/crm/events'`,
  ],
  ['the gateway knows no domain', 'gateway/src/gateway.ts', `import { x } from '@plumbline/crm/service'`],
  [
    'the gateway knows no events',
    'gateway/src/gateway.ts',
    `import { x } from '@plumbline/platform/event-store'`,
  ],
  [
    'a service knows no other api',
    'services/crm/src/routes.ts',
    `import { x } from '@plumbline/identity/api'`,
  ],
  ['a service knows no other service', 'services/crm/src/routes.ts', `import '@plumbline/identity/service'`],
  [
    'no reaching into a package',
    'services/crm/src/routes.ts',
    `import { x } from '../../identity/src/events.ts'`,
  ],
  ['main is the top', 'services/crm/src/routes.ts', `import { x } from './main.ts'`],
  ['only main knows service', 'services/crm/src/reactors/mail.ts', `import { x } from '../service.ts'`],
  ['an api is browser-safe', 'services/crm/src/api.ts', `import { x } from 'node:crypto'`],
  ['a part of an api is browser-safe', 'services/crm/src/api/forms.ts', `import { x } from '../money.ts'`],
  ['events stand alone', 'services/crm/src/events.ts', `import { x } from './lead.ts'`],
  ['only tests know vitest', 'services/crm/src/lead.ts', `import { test } from 'vitest'`],
  ['only tests know testing', 'services/crm/src/lead.ts', `import { x } from '@plumbline/platform/testing'`],
  [
    'an aggregate is pure',
    'services/crm/src/lead.ts',
    `import { x } from './routes.ts'\nexport const lead = { decide, evolve }`,
  ],
  ['a folder without a rule knows nothing', 'tools/x.ts', `import { x } from '@plumbline/crm/api'`],
]

test.each(planted)('caught: %s', (_rule, file, source) => {
  expect(violations(new Map([[file, source]]), workspaces)).toHaveLength(1)
})

test.each([
  ['mfe-crm/src/routes.tsx', `import { x } from '@plumbline/crm/api'\nimport { y } from '@plumbline/ui'`],
  ['shell/src/app.tsx', `import {\n  x,\n} from '@plumbline/contract'\nimport './styles.ts'`],
  ['gateway/src/gateway.ts', `import { x } from '@plumbline/platform/http'\nimport express from 'express'`],
  ['services/messaging/src/reactors/mail.ts', `import { x } from '@plumbline/crm/events'`],
  ['services/crm/src/lead.ts', `import { x } from './events.ts'\nexport const lead = { decide, evolve }`],
  [
    'services/crm/src/lead.test.ts',
    `import { test } from 'vitest'\nimport { y } from '@plumbline/platform/testing'`,
  ],
  ['services/crm/src/main.ts', `import { x } from './service.ts'`],
  ['infra/start/web.ts', `import { x } from '@plumbline/crm/service'`],
])('allowed: %s', (file, source) => {
  expect(violations(new Map([[file, source]]), workspaces)).toEqual([])
})
