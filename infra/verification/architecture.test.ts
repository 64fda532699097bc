import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { circles, violations } from './architecture.ts'

const root = resolve(import.meta.dirname, '../..')
const { workspaces } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  workspaces: string[]
}

const paths = globSync('{services,gateway,shell,mfe-*,infra}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(path),
}).map((path) => path.replaceAll('\\', '/'))
const sources = new Map(paths.map((path) => [path, readFileSync(resolve(root, path), 'utf8')]))

test('every import goes the way the design allows', () => {
  expect(paths).toContain('infra/verification/architecture.ts')
  expect(violations(sources, workspaces)).toEqual([])
})

test('no files import each other in a circle', () => {
  expect(circles(sources)).toEqual([])
  const planted = { 'a/x.ts': `import { y } from './y.ts'`, 'a/y.ts': `import type { X } from './x.ts'` }
  expect(circles(new Map(Object.entries(planted)))).toEqual(['a/x.ts → a/y.ts → a/x.ts'])
})

test('only the default names a time zone', () => {
  const code = [...sources].filter(([path]) => !/\.test\.tsx?$|\/testing\.ts$|^infra\//.test(path))
  const naming = code.filter(([, source]) => /^[^*\n]*'[A-Z]\w+\/[A-Z]\w+'/m.test(source))
  // the zone of a business that has set none, and an example of the documentation
  expect(naming.map(([path]) => path).sort()).toEqual([
    'gateway/src/openApi/examples.ts',
    'services/platform/src/time.ts',
  ])
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
  ['only service.ts is the top', 'services/crm/src/lead/commands.ts', `import { x } from '../service.ts'`],
  ['only service.ts collects routes', 'services/crm/src/lead/commands.ts', `import { x } from './routes.ts'`],
  ['reads give no commands', 'services/crm/src/lead/queries.ts', `import { x } from './commands.ts'`],
  [
    'a decider knows no store',
    'services/crm/src/lead/decider.ts',
    `import { x } from '@plumbline/platform/db'`,
  ],
  [
    'a fold knows no store',
    'services/scheduling/src/appointment/record.ts',
    `import { x } from '@plumbline/platform/db'`,
  ],
  ['a decider knows no queries', 'services/crm/src/lead/decider.ts', `import { x } from './queries.ts'`],
  [
    'a decider knows no other service',
    'services/crm/src/lead/decider.ts',
    `import { x } from '@plumbline/billing/events'`,
  ],
  ['an api is browser-safe', 'services/crm/src/api.ts', `import { x } from 'node:crypto'`],
  ['an api knows no platform', 'services/crm/src/api.ts', `import { x } from '@plumbline/platform/db'`],
  ['a part of an api is browser-safe', 'services/crm/src/api/forms.ts', `import { x } from '../money.ts'`],
  ['the gateway’s api is browser-safe', 'gateway/src/api.ts', `import { x } from './gateway.ts'`],
  [
    'what runs knows no test',
    'infra/processes/roles/web.ts',
    `import { x } from '../../verification/e2e/product.ts'`,
  ],
  ['what runs knows no tool', 'infra/processes/roles/web.ts', `import { x } from '../../cli/ops/command.ts'`],
  ['events stand alone', 'services/crm/src/events.ts', `import { x } from './lead/decider.ts'`],
  ['only tests know vitest', 'services/crm/src/lead/commands.ts', `import { test } from 'vitest'`],
  [
    'only tests know testing',
    'services/crm/src/lead/commands.ts',
    `import { x } from '@plumbline/platform/testing'`,
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
  ['gateway/src/api.ts', `import { x } from '@plumbline/platform/credentials'`],
  ['gateway/src/api.ts', `export * from './api/account.ts'`],
  ['services/scheduling/src/api.ts', `export * from './api/calendarFeeds.ts'`],
  ['services/messaging/src/delivery/notifyOwner.ts', `import { x } from '@plumbline/crm/events'`],
  ['services/billing/src/customers.ts', `import { x } from '@plumbline/crm/directory'`],
  [
    'services/crm/src/lead/decider.ts',
    `import { x } from '../events.ts'\nimport type { Y } from './projection.ts'`,
  ],
  ['services/crm/src/api.ts', `import { ById } from '@plumbline/platform/schemas'`],
  [
    'services/crm/src/lead/decider.test.ts',
    `import { test } from 'vitest'\nimport { y } from '@plumbline/platform/testing'`,
  ],
  ['services/crm/src/service.ts', `import { x } from './lead/routes.ts'`],
  ['infra/processes/roles/web.ts', `import { x } from '@plumbline/crm/service'`],
])('allowed: %s', (file, source) => {
  expect(violations(new Map([[file, source]]), workspaces)).toEqual([])
})
