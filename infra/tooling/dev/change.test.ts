import { expect, it } from 'vitest'
import { actionsFor } from './change.ts'

it.each([
  ['mfe-crm/src/customers/CustomerDrawer.tsx', { build: true, restart: false }],
  ['mfe-crm/mfe.json', { build: true, restart: false }],
  ['shell/landing/styles/dialog.css', { build: true, restart: false }],
  ['shell/ui/gallery/main.tsx', { build: true, restart: false }],
  ['services/crm/src/customer.ts', { build: false, restart: true }],
  ['services/platform/src/event-store/schema.sql', { build: false, restart: true }],
  ['services/crm/src/api.ts', { build: true, restart: true }],
  ['services/crm/src/api/counts.ts', { build: true, restart: true }],
  ['gateway/src/api.ts', { build: true, restart: true }],
  ['infra/processes/roles/web.ts', { build: false, restart: true }],
  ['infra/tooling/dev/main.ts', { build: false, restart: false }],
  ['gateway/src/pages/pages.ts', { build: false, restart: true }],
  ['services/crm/src/customer.test.ts', { build: false, restart: false }],
  ['mfe-crm/dist/1234/remoteEntry.js', { build: false, restart: false }],
  ['shell/ui/dist/gallery/index.html', { build: false, restart: false }],
  ['node_modules/pg/package.json', { build: false, restart: false }],
  ['.data/postgres/base', { build: false, restart: false }],
  ['infra/verification/e2e/browser.ts', { build: false, restart: false }],
  ['README.md', { build: false, restart: false }],
])('a change of %s asks for %o', (path, expected) => {
  expect(actionsFor(path)).toEqual(expected)
})
