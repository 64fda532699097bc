import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnv, ownPort, removeDataDir, throwawayDataDir } from '../e2e/product.ts'
import { readModelsThatDiffer } from '../load/verdict.ts'
import { makeNextRelease } from '../upgrade/nextRelease.ts'
import { prepareRelease, startReleaseProcess } from '../upgrade/releaseProcess.ts'
import type { Stage } from './stage.ts'

/**
 * The next release is prepared beside the product and killed in the middle of it, again and again, and so is its worker while
 * two releases run. Answers which of its read models differ from the events at last.
 */
export async function killUpgrades(stage: Stage, pause: () => number): Promise<string[]> {
  const next = await makeNextRelease()
  const dataDir = throwawayDataDir()
  const env = {
    ...stage.directEnv(),
    ...{ DATA_DIR: dataDir, PORT: String(await ownPort()) },
  }
  try {
    for (let n = 0; n < 3; n++) {
      const child = spawn(process.execPath, [join(next.root, 'infra/processes/roles/prepare.ts')], {
        env: { ...cleanEnv(), ...env },
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      await sleep(pause())
      child.kill('SIGKILL')
      await exited
    }
    await prepareRelease(next.root, env)
    for (let n = 0; n < 2; n++) {
      const worker = await startReleaseProcess(next.root, 'worker', env)
      await sleep(pause())
      await worker.kill()
    }
    return (await readModelsThatDiffer(next.root, env)).map((it) => `in the next release ${it}`)
  } finally {
    await next.remove()
    await removeDataDir(dataDir)
  }
}
