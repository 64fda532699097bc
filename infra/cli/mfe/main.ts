import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import {
  canary,
  type Manifest,
  openStore,
  type Published,
  parseManifest,
  pin,
  publish,
  Release,
  type Remotes,
  readBuiltIn,
  rollback,
} from '@plumbline/gateway/releases'
import { readConfig, root } from '../../processes/config.ts'
import { readCommandLine, refuse } from '../../tooling/launch/commandLine.ts'
import { problemsOf } from './checks.ts'
import { describe } from './contract.ts'
import { buildIsolated } from './isolated.ts'
import { archiveCurrent, publishedArchive } from './keep.ts'

const usage = `npm run mfe -- <command>

  publish <name> [--folder <path>] [--canary <percent>]    builds it alone, checks it, uploads it, makes it current
  list                                                     what is current, for whom else there is another
  history                                                  who changed what, and why
  rollback <name> [<build>] --reason <words>               the build before, or the one that is named;
                                                           'built-in' is that of the product
  canary <name> <build> <percent>                          for some browsers; 100 for all, 0 for none
  pin <name> <user id> <build>                             for one user; 'none' takes it back
  keep                                                     copies what is current here, for the shell to be tested with
  describe                                                 writes down the contract, after its version was raised`

const { positionals, values } = readCommandLine(usage, {
  canary: { type: 'string' },
  folder: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string', default: userInfo().username },
})
const store = openStore(readConfig().remotesStore)
const [command, name = '', ...rest] = positionals

async function change(what: string, work: (remotes: Remotes, builtIns: readonly Manifest[]) => Remotes) {
  const builtIns = await readBuiltIn(root)
  return store.change((it) => work(it, builtIns), {
    by: values.by,
    what,
    ...(values.reason && { reason: values.reason }),
  })
}

const percentOf = (text: string | undefined): number => {
  const percent = Number(text)
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new Error('A share is a whole number from 0 to 100.')
  return percent
}

/** First the files, then the registry that leads to them: no page may look for a file that is not there yet. */
async function publishRemote(): Promise<void> {
  const percent = values.canary === undefined ? undefined : percentOf(values.canary)
  const built = await buildIsolated(name, values.folder)
  try {
    const files = join(built.folder, 'dist', built.build)
    const json = async (file: string) => JSON.parse(await readFile(join(built.folder, file), 'utf8'))
    const published: Published = {
      build: built.build,
      manifest: parseManifest(await json('mfe.json'), 'mfe.json'),
      release: Release.parse(await json('dist/release.json')),
      at: new Date().toISOString(),
      by: values.by,
    }
    const problems = problemsOf(files, published)
    if (problems.length > 0) throw new Error(`${name} is not published:\n- ${problems.join('\n- ')}`)
    // refused before anything is written
    publish((await store.current())?.remotes ?? {}, published, percent, await readBuiltIn(root))
    await store.upload(name, built.build, files)
    const { revision } = await change(`publish ${name} ${built.build}`, (it, builtIns) =>
      publish(it, published, percent, builtIns),
    )
    console.log(`Published ${name} ${built.build} (revision ${revision})`)
  } finally {
    await built.remove()
  }
}

async function list(): Promise<void> {
  const remotes = (await store.current())?.remotes ?? {}
  const rows = Object.entries(remotes).map(([remote, { current, canary: some, pins, published }]) => ({
    remote,
    current,
    canary: some ? `${some.build} for ${some.percent} %` : '',
    pins: Object.entries(pins)
      .map(([user, build]) => `${user}: ${build}`)
      .join(', '),
    builds: published.map(({ build }) => build).join(' '),
  }))
  if (rows.length === 0)
    console.log(
      `Nothing was published to ${store.where}; everyone gets the builds that came with the product.`,
    )
  else console.table(rows)
}

const commands: Record<string, () => Promise<unknown>> = {
  publish: publishRemote,
  list,
  history: async () => console.table(await store.history()),
  rollback: () => {
    if (!values.reason) throw new Error('Say why, with --reason: the next one will want to know.')
    return change(`rollback ${name} ${rest[0] ?? ''}`.trim(), (it, builtIns) =>
      rollback(it, name, rest[0], builtIns),
    ).then(list)
  },
  canary: () => {
    const [build = '', share] = rest
    const percent = percentOf(share)
    return change(`canary ${name} ${build} ${percent}`, (it, builtIns) =>
      canary(it, name, build, percent, builtIns),
    ).then(list)
  },
  keep: async () => console.log(`Kept ${(await archiveCurrent(store, publishedArchive)).join(', ')}`),
  describe: () => describe(),
  pin: () => {
    const [user = '', build = 'none'] = rest
    if (!/^\d+$/.test(user))
      throw new Error('A user is named by a number, as `npm run ops -- users list` shows it.')
    const wanted = build === 'none' ? null : build
    return change(`pin ${name} ${user} ${build}`, (it, builtIns) =>
      pin(it, name, Number(user), wanted, builtIns),
    ).then(list)
  },
}

try {
  const run = commands[command ?? '']
  if (run) await run()
  else if (command) refuse(`There is no command '${command}'`)
  else console.log(usage)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
