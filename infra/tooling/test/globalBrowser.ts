import type { TestProject } from 'vitest/node'
import { provideChromium } from '../provision/provideChromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string
  }
}

export async function setup({ provide }: TestProject): Promise<void> {
  const { value, source } = await provideChromium()
  console.log(`Chromium from ${source}`)
  provide('chromium', value)
}
