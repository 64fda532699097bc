import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { provideChromium } from '../provision/provideChromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string
    startedFolders: string
  }
}

/** A browser, and where the data folders lie that products of this run are copied from; see `copyStartedFolder`. */
export async function setup({ vitest }: TestProject): Promise<(() => void) | undefined> {
  if (vitest.getProvidedContext().startedFolders) return undefined
  const { value, source } = await provideChromium()
  console.log(`Chromium from ${source}`)
  vitest.provide('chromium', value)
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-started-'))
  chmodSync(folder, 0o755)
  vitest.provide('startedFolders', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
