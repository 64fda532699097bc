import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What fades in has the contrast of what is behind it; a spinner never ends. */
async function fadedIn(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    )
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** What axe finds against WCAG 2.2 AA and its best practices in what the page shows now, one sentence each. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(fadedIn)
  // evaluated through the debugger, which no content policy stands in the way of
  await page.evaluate(source)
  const { violations } = await page.evaluate(
    (values) =>
      (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      }),
    tags,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  )
}
