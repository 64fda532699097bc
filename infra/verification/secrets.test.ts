import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../processes/config.ts'

// what git leaves out too, and what is no text
const left = new Set(['node_modules', 'dist', '.data', '.git', 'results', '.env'])
const noText = /\.(png|woff2|log)$/

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !left.has(name) && !noText.test(name))
    .flatMap((it) =>
      it.isDirectory() ? files(join(folder, it.name)) : it.isFile() ? [join(folder, it.name)] : [],
    )

const kinds: [string, RegExp][] = [
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/g],
  ['private key in DER', /\bM[CI][A-Za-z0-9]{1,5}AQAw[A-Za-z0-9+/]{30,}/g],
  ['key of a cloud', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/g],
  [
    'token of a forge',
    /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{22,}|\bglpat-[\w-]{20,}|\bnpm_[A-Za-z0-9]{36}\b/g,
  ],
  ['token of a chat', /\bxox[abprs]-[\w-]{10,}/g],
  ['key for payments', /\b[rs]k_live_[A-Za-z0-9]{16,}/g],
  ['account of the SMS provider', /\b(?:AC|SK)(?!(\w)\1{31})[0-9a-f]{32}\b/g],
  ['signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
]
const named =
  /(?:secret|token|passw(?:or)?d|api_?key|auth|master_?key|signing_?key)\w*['"]?\s*[:=]\s*['"]?([A-Za-z0-9+/_=-]{20,})(?![\w.(])/gi

/** Bits of surprise in a character: words and paths have less than what a machine made up. */
function surprise(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0)
}
const isMadeUp = (text: string) => /\d/.test(text) && /[a-z]/i.test(text) && surprise(text) > 3.6

function secretsIn(file: string, text: string): string[] {
  const matches = kinds.flatMap(([kind, pattern]) =>
    (text.match(pattern) ?? []).map(() => `${file}: ${kind}`),
  )
  const values = [...text.matchAll(named)].filter(([, value]) => isMadeUp(value as string))
  return [...matches, ...values.map(() => `${file}: a value with a secret's name`)]
}

test('the repository holds no secret', () => {
  const all = files('.')
  expect(all.length).toBeGreaterThan(500)
  expect(all).toEqual(
    expect.arrayContaining(['.npmrc', 'infra/deployment/compose.yaml', 'infra/processes/config.ts']),
  )
  const secrets = all
    .filter((file) => file !== 'package-lock.json')
    .flatMap((file) => secretsIn(file, readFileSync(join(root, file), 'utf8')))
  expect(secrets).toEqual([])
})

const random = 'q7Zf0sXkB2mT9wR4vN8cL1yH6dJ3gP5a'
// put together here, so that this file holds none
test.each([
  ['-----BEGIN ', 'PRIVATE KEY-----'],
  ['MC4CAQ', `AwBQYDK2VwBCIEI${random}`],
  ['AKI', 'AIOSFODNN7EXAMPLE'],
  ['gh', `p_${random}abcd`],
  ['xox', 'b-123456789012-abcdef'],
  ['sk_li', `ve_${random}`],
  ['A', `C${'0123456789abcdef'.repeat(2)}`],
  ['ey', 'JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4'],
  ['MASTER_KEY', `=${random}=`],
  ['authToken: ', `'${random}'`],
  ['"password": ', `"${random}"`],
])('a planted one is found: %s…', (start, rest) => {
  expect(secretsIn('planted', `const x = 1\n${start}${rest}\n`).length).toBeGreaterThan(0)
})

test.each([
  "authToken: 'secret'",
  'password: passwordLength.advisedForEverybody12345',
  "const tokenHash = 'sha256-of-the-token-as-hex'",
  'TWILIO_ACCOUNT_SID=AC00000000000000000000000000000000',
])('what is none is not: %s', (text) => {
  expect(secretsIn('planted', text)).toEqual([])
})
