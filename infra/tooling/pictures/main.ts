import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { renderPreview } from '../../../shell/landing/preview.ts'
import { root } from '../../processes/config.ts'
import { startProduct } from '../../verification/e2e/product.ts'
import { provideChromium } from '../provision/provideChromium.ts'

/** Makes the picture of the README from the running product, and what a link to the landing page shows. */
const password = 'correct horse battery'
const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-pictures-'))
const { value: executablePath } = await provideChromium()
const product = await startProduct(dataDir, { OWNER_PASSWORD: password })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

async function shoot(width: number, height: number, path: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.5 })
  if (path !== '/') await signIn(page)
  await page.goto(product.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // the stream of news never ends, so there is no moment at which the network is idle
  await page.waitForTimeout(1_500)
  const picture = await page.screenshot()
  await page.close()
  return `data:image/png;base64,${picture.toString('base64')}`
}

async function signIn(page: Page): Promise<void> {
  await page.request.post(`${product.url}/api/login`, { data: { username: 'owner', password } })
}

const [landing, desk, phone] = [
  await shoot(1200, 800, '/'),
  await shoot(1200, 800, '/dashboard'),
  await shoot(375, 760, '/appointments/20'),
]
const sheet = await browser.newPage({ viewport: { width: 1600, height: 860 } })
await sheet.setContent(`<body style="margin:0;background:#e4dfd6"><style>img{position:absolute;border-radius:12px;box-shadow:0 12px 40px rgb(29 39 51/.25)}</style>
  <img src="${landing}" width="880" style="left:50px;top:60px"><img src="${desk}" width="880" style="left:420px;top:220px">
  <img src="${phone}" width="280" style="left:1270px;top:120px"></body>`)
writeFileSync(join(root, 'infra/docs/pictures/plumbline.png'), await sheet.screenshot())
const preview = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await preview.setContent(await renderPreview())
writeFileSync(join(root, 'shell/landing/preview.png'), await preview.screenshot())
await browser.close()
await product.stop()
await rm(dataDir, { recursive: true, force: true })
