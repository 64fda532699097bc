import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildAll, buildGallery } from '@plumbline/build'
import { watch } from 'chokidar'
import { serveGallery } from '../../../shell/ui/gallery/serve.ts'
import { root } from '../../processes/config.ts'
import { actionsFor } from './change.ts'

export type ProductOptions = {
  say: (line: string) => void
  env?: Record<string, string>
  /** The remote that the caller watches itself. */
  except?: string
}

const galleryPort = Number(process.env.GALLERY_PORT ?? 4400)
const quietMs = 150

/** Runs the product for development: rebuilds and restarts the parts that a saved file belongs to. */
export async function developProduct({ say, env = {}, except }: ProductOptions) {
  let product: ChildProcess
  let stopping = false
  let wanted = { build: false, restart: false }
  let timer: NodeJS.Timeout
  let working = Promise.resolve()

  function start(): void {
    product = spawn(process.execPath, [join(root, 'infra/processes/main.ts')], {
      // the closed channel shows the product that this process has ended
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    })
    product.once('exit', () => !stopping && say('The product has stopped. Save a file to start it again.'))
  }

  async function end(): Promise<void> {
    if (product.exitCode !== null || product.signalCode !== null) return
    const gone = new Promise((resolve) => product.once('exit', resolve))
    product.kill('SIGTERM')
    await gone
  }

  async function apply(): Promise<void> {
    const { build, restart } = wanted
    wanted = { build: false, restart: false }
    const development = env.REMOTE_OVERRIDES !== undefined
    try {
      if (build) await Promise.all([buildAll({ log: say, development }), buildGallery({ log: say })])
    } catch (error) {
      // the last build that worked is still served
      return say((error as Error).message)
    }
    if (restart) {
      stopping = true
      await end()
      stopping = false
      start()
    } else if (build) say('Reload the page to see it.')
  }

  function saved(file: string): void {
    if (except && file.startsWith(`mfe-${except}/`)) return
    const actions = actionsFor(file)
    if (!actions.build && !actions.restart) return
    wanted = { build: wanted.build || actions.build, restart: wanted.restart || actions.restart }
    clearTimeout(timer)
    timer = setTimeout(() => {
      working = working.then(apply)
    }, quietMs)
  }

  const gallery = await serveGallery(galleryPort)
  say(`The design system is at http://localhost:${(gallery.address() as AddressInfo).port}`)
  start()
  const folders = readdirSync(root).filter((it) => /^(services|gateway|infra|shell|mfe-.*)$/.test(it))
  const watcher = watch(folders, {
    cwd: root,
    ignoreInitial: true,
    ignored: /(^|[\\/])(node_modules|dist|results)([\\/]|$)/,
  }).on('all', (_event, file) => saved(file.replaceAll('\\', '/')))
  return {
    stop: async () => {
      stopping = true
      void watcher.close()
      gallery.close()
      await end()
    },
  }
}
