import { chromium } from 'playwright-core'
import { provideChromium } from '../../../tooling/provision/provideChromium.ts'
import { removeDataDir, startProduct, throwawayDataDir } from '../../e2e/product.ts'
import type { Bench } from '../bench.ts'
import { quantile } from '../measure.ts'
import { layoutShifts, routeChanges, scriptsOf, signedIn } from './backOffice.ts'
import { customerPages } from './customerPages.ts'
import { categories, lighthouse } from './lighthouse.ts'

const password = 'correct horse battery'
const targets = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 }

/** The landing page, the pages of customers and the back-office in a browser, with the demo data of a year. Option: rounds. */
export const bench: Bench = async ({ figures: { atLeast, atMost }, option }) => {
  const rounds = option('rounds', 5)
  const { value: executablePath } = await provideChromium()
  const dataDir = throwawayDataDir()
  const product = await startProduct(dataDir, { OWNER_PASSWORD: password, RATE_LIMIT_SCALE: '100' })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const scores = await lighthouse(
      { landing: product.url, ...(await customerPages(product.url, password)) },
      executablePath,
      rounds,
    )
    // what a customer opens by a link is to be found by no search engine
    for (const [page, scored] of Object.entries(scores ?? {}))
      for (const name of categories)
        if (page === 'landing' || name !== 'seo')
          atLeast(`${page}, Lighthouse ${name}`, scored[name], targets[name])

    const context = await signedIn(browser, product.url, password)
    const scripts = await scriptsOf(context, product.url)
    atMost('dashboard, kB of script', scripts.kB, 232)
    atMost('dashboard, files of script', scripts.files, 10)
    const shifts = await layoutShifts(context, product.url)
    atMost('layout shift, worst page', Math.max(...Object.values(shifts)), 0.02)
    const changes = await routeChanges(context, product.url, 4 * rounds)
    atMost('warm route change, p50 ms', quantile(changes, 0.5), 50)
    atMost('warm route change, p95 ms', quantile(changes, 0.95), 50)
    return { scores, scripts, shifts, changes }
  } finally {
    await browser.close()
    await product.stop()
    await removeDataDir(dataDir)
  }
}
