import { escapeHtml } from '@plumbline/platform/html'
import { Router, urlencoded } from 'express'
import { refuseForeignSites } from '../security/csrf.ts'
import { builtIn, type Entry, type Registry, rollback } from './registry.ts'
import type { ReleaseStore } from './store.ts'

/** Failures that browsers reported since this process started, by `name build`. */
export type Failures = ReadonlyMap<string, number>

const page = (body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Micro-frontends</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; margin-bottom: 2rem; }
th, td { padding: .4rem .6rem; text-align: left; border-bottom: 1px solid #8886; vertical-align: top; }
td form { display: flex; gap: .4rem; } input { flex: 1; min-width: 8rem; }
@media (max-width: 60rem) {
thead { display: none; } tr { display: block; padding: .6rem 0; border-bottom: 1px solid #8886; }
td { display: flex; gap: .6rem; border: 0; padding: .1rem 0; overflow-wrap: anywhere; }
td::before { content: attr(data-head); flex: 0 0 6rem; opacity: .7; } td form { flex: 1; } td:empty { display: none; }
input, button { min-height: 2.75rem; font-size: 1rem; }
}
</style>
</head>
<body>${body}</body>
</html>
`

const builds = ['Name', 'Build', 'For', 'Failures', 'Published', '']
const changes = ['Revision', 'When', 'Who', 'What', 'Why']

// phones show the column's name in each cell
const cells = (heads: readonly string[], values: readonly string[]) =>
  values.map((value, i) => `<td data-head="${heads[i]}">${value}</td>`).join('')
const table = (heads: readonly string[], rows: readonly string[]) =>
  `<table><thead><tr>${heads.map((it) => `<th scope="col">${it}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`

const back = (name: string) =>
  `<form method="post" action="/remotes/${name}/rollback"><input name="reason" required maxlength="200" aria-label="Why ${name} goes back" placeholder="Why"><button>Roll back</button></form>`

const productsOwn = { build: builtIn, when: 'with the product' }

function rowsOf(name: string, entry: Entry, failures: Failures): string[] {
  const { current, canary, pins, published } = entry
  const rows = [...published.map(({ build, at, by }) => ({ build, when: `${at} by ${by}` })), productsOwn]
  return rows.map(({ build, when }) => {
    const shares = [
      ...(build === current ? [canary ? `${100 - canary.percent} %` : 'everyone'] : []),
      ...(canary?.build === build ? [`${canary.percent} %`] : []),
      ...Object.entries(pins).flatMap(([user, pinned]) => (pinned === build ? [`user ${user}`] : [])),
    ]
    return `<tr>${cells(builds, [
      escapeHtml(name),
      escapeHtml(build),
      escapeHtml(shares.join(', ')),
      String(failures.get(`${name} ${build}`) ?? 0),
      escapeHtml(when),
      build === current && build !== builtIn ? back(name) : '',
    ])}</tr>`
  })
}

const renderBoard = (
  registry: Registry | null,
  history: Awaited<ReturnType<ReleaseStore['history']>>,
  failures: Failures,
) =>
  page(
    `<h1>Micro-frontends</h1>${
      registry
        ? table(
            builds,
            Object.entries(registry.remotes).flatMap(([name, entry]) => rowsOf(name, entry, failures)),
          )
        : '<p>Nothing was published yet; everyone gets the builds that came with the product.</p>'
    }${history.length > 0 ? changesOf(history) : ''}`,
  )

const changesOf = (history: Awaited<ReturnType<ReleaseStore['history']>>) =>
  `<h2>What changed</h2>${table(
    changes,
    history.map(
      ({ revision, at, by, what, reason }) =>
        `<tr>${cells(changes, [String(revision), at, by, what, reason ?? ''].map(escapeHtml))}</tr>`,
    ),
  )}`

/** For operators: released builds, their failures, the history of changes, and a rollback button. Never public. */
export function remotesBoard(registry: ReleaseStore, failures: Failures): Router {
  const router = Router()
  router.get('/remotes', async (_req, res) => {
    const [current, history] = await Promise.all([registry.current(), registry.history()])
    res.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; img-src data:",
    )
    res.type('html').send(renderBoard(current, history, failures))
  })
  // any page could make the operator's browser send this
  router.post(
    '/remotes/:name/rollback',
    refuseForeignSites(undefined),
    urlencoded({ extended: false, limit: '4kb' }),
    async (req, res) => {
      const { name } = req.params as { name: string }
      const reason = String((req.body as { reason?: unknown } | undefined)?.reason ?? '').slice(0, 200)
      await registry.change((remotes) => rollback(remotes, name), {
        by: 'operator',
        what: `rollback ${name}`,
        reason,
      })
      res.redirect(303, '/remotes')
    },
  )
  return router
}
