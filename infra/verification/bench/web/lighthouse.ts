import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median } from '../measure.ts'

const run = promisify(execFile)
const version = '13.5.0'
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Scores = Record<(typeof categories)[number], number>

/**
 * Medians of Lighthouse's scores of each address, 0 to 100, for a phone on a slow line. It is large and needed here alone,
 * so it is installed on demand into a throwaway folder and is no dependency; null where it cannot be had.
 */
export async function lighthouse<Page extends string>(
  urls: Record<Page, string>,
  chromium: string,
  rounds: number,
): Promise<Record<Page, Scores> | null> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
    const packages = [`lighthouse@${version}`]
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder })
    const scores = {} as Record<Page, Scores>
    for (const page of Object.keys(urls) as Page[]) {
      const runs: Scores[] = []
      for (let round = 0; round < rounds; round++)
        runs.push(await measureScores(urls[page], folder, chromium))
      scores[page] = Object.fromEntries(
        categories.map((name) => [name, median(runs.map((it) => it[name]))]),
      ) as Scores
    }
    return scores
  } catch (error) {
    console.error(`Lighthouse could not be run: ${(error as Error).message.slice(0, 400)}`)
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureScores(url: string, folder: string, chromium: string): Promise<Scores> {
  const report = join(folder, 'report.json')
  const cli = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  await run(
    process.execPath,
    [cli, url, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags.join(' ')}`],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1_048_576 },
  )
  const measuredCategories = JSON.parse(await readFile(report, 'utf8')).categories
  return Object.fromEntries(
    categories.map((name) => [name, Math.round(measuredCategories[name].score * 100)]),
  ) as Scores
}
