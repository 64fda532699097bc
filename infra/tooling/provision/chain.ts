export type Provision = {
  value: string
  /** Which step of the chain provided it. */
  source: string
  stop: () => Promise<void>
}

export type Step = { source: string; run: () => Promise<Omit<Provision, 'source'>> }

/** Runs the first step that works. A store is never skipped: when no step works, the error lists every reason. */
export async function firstThatWorks(what: string, steps: Step[]): Promise<Provision> {
  const reasons: string[] = []
  for (const { source, run } of steps) {
    try {
      return { source, ...(await run()) }
    } catch (error) {
      reasons.push(`  ${source}: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw new Error(`There is no ${what} to test with.\n${reasons.join('\n')}`)
}

export async function nothingToStop(): Promise<void> {}
