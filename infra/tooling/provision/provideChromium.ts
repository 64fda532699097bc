import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { firstThatWorks, nothingToStop, type Provision } from './chain.ts'
import { onPath } from './onPath.ts'

const run = promisify(execFile)
/** Chromium without the windows, toolbars and services of a desktop: a tenth of the work for each profile. */
const debianShell = 'chromium-headless-shell'
const shells = [debianShell, 'chrome-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a browser for tests: CHROME_PATH, else a headless shell on the PATH or Debian's, else a whole browser. */
export async function provideChromium(): Promise<Provision> {
  const { CHROME_PATH: path } = process.env
  if (path) return { source: 'CHROME_PATH', ...(await checked(path)) }
  return firstThatWorks('Chromium', [
    { source: 'CHROME_PATH', run: () => Promise.reject(new Error('not set')) },
    { source: 'PATH', run: async () => checked(onPath(...shells)) },
    { source: 'apt-get', run: installed },
    { source: 'PATH', run: async () => checked(onPath(...browsers)) },
    { source: "playwright's download", run: downloaded },
  ])
}

async function checked(path: string) {
  try {
    await run(path, ['--version'], { timeout: 20_000 })
  } catch (error) {
    throw new Error(`${path} does not run: ${firstLine(error)}`)
  }
  return { value: path, stop: nothingToStop }
}

async function downloaded() {
  const path = chromium.executablePath()
  if (!existsSync(path)) {
    const cli = join(
      dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
      'cli.js',
    )
    await run(process.execPath, [cli, 'install', 'chromium'], {
      timeout: 180_000,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    }).catch((error) => {
      throw new Error(`could not be fetched: ${firstLine(error)}`)
    })
  }
  return checked(path)
}

async function installed() {
  onPath('apt-get')
  if (process.getuid?.() !== 0) throw new Error('only root may install packages')
  // where packages cannot be reached, a browser on the PATH will do
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 180_000 }
  const install = () =>
    run('apt-get', ['install', '-y', '--no-install-recommends', debianShell, 'fonts-liberation'], options)
  await install().catch(async () => {
    await run('apt-get', ['update'], options)
    await install()
  })
  return checked(onPath(debianShell))
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (/^.*\bE(?:rror)?\b.*$/m.exec(stderr ?? '')?.[0] ?? message).trim()
}
