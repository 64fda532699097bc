import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveRemote } from '@plumbline/build/dev'
import { addressOf } from '../../processes/addressOf.ts'
import { readConfig, root } from '../../processes/config.ts'
import { refuseTakenPort } from '../../processes/supervisor/refuseTakenPort.ts'
import { developProduct } from './developProduct.ts'

const firstPort = 4301

export const remoteNames = (): string[] =>
  readdirSync(root)
    .filter((it) => it.startsWith('mfe-'))
    .map((it) => it.slice('mfe-'.length))
    .sort()

export type RemoteOptions = {
  say: (line: string) => void
  name: string
  /** The address of a running shell; without one the product is started here. */
  shell?: string
  port?: string
}

/** One remote with hot reload, in a shell that takes it from here. */
export async function developRemote({ say, name, shell, port }: RemoteOptions) {
  const place = Number(port ?? firstPort + remoteNames().indexOf(name))
  await refuseTakenPort(place, 'localhost')
  const here = `http://localhost:${place}`
  const others = process.env.REMOTE_OVERRIDES ? [process.env.REMOTE_OVERRIDES] : []
  const env = { REMOTE_OVERRIDES: [...others, here].join(',') }
  const product = shell ? undefined : await developProduct({ say, env, except: name })
  const address = (shell ?? addressOf(readConfig())).replace(/\/$/, '')
  const served = await serveRemote({ root, name, port: place, shell: address })
  const { paths } = JSON.parse(readFileSync(join(root, `mfe-${name}/mfe.json`), 'utf8')) as {
    paths: string[]
  }
  say(`${name} in the shell: ${address}${paths[0]}?mfe.${name}=${served.manifest}`)
  if (shell) say(`The shell needs REMOTE_OVERRIDES=${here}`)
  return {
    stop: async () => {
      await served.stop()
      await product?.stop()
    },
  }
}
