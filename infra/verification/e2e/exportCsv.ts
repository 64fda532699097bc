import type { Page } from 'playwright-core'

/** Saves what a list shows as a file: its name, and its lines. */
export async function exportCsv(page: Page): Promise<{ name: string; lines: string[] }> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export CSV' }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), lines: Buffer.concat(chunks).toString().split('\r\n') }
}
