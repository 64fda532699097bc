import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    startedFolders: string
  }
}

/** Where the data folders lie that products of this run are copied from; see `copyStartedFolder`. */
export function setup({ vitest }: TestProject): (() => void) | undefined {
  if (vitest.getProvidedContext().startedFolders) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-started-'))
  chmodSync(folder, 0o755)
  vitest.provide('startedFolders', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
