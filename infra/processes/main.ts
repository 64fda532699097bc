import './stores/withoutPostgresVariables.ts'
import { readCommandLine, refuse } from '../tooling/launch/commandLine.ts'
import { lockDataDir } from './postgres/lock.ts'
import type { Welcome } from './stores/firstOwner.ts'
import { openStores } from './stores/openStores.ts'
import { refuseTakenPort } from './supervisor/refuseTakenPort.ts'
import { releaseStartMemory } from './supervisor/releaseStartMemory.ts'
import { startPrepare } from './supervisor/startPrepare.ts'
import { startProcesses } from './supervisor/topology.ts'
import { serveUpgradePage } from './supervisor/upgradePage.ts'

const usage = `npm start [-- --distributed]

Starts the whole product: stores where none are given, two processes, and demonstration data in a new database.
  --distributed   every service as a process of its own

Variables such as PORT, DATA_DIR, DATABASE_URL and OWNER_PASSWORD: infra/docs/configuration.md`
const { positionals, values } = readCommandLine(usage, { distributed: { type: 'boolean', default: false } })
if (positionals[0] !== undefined) refuse(`npm start takes no '${positionals[0]}'`)

const say = (line: string) => console.log(line)
const undo: (() => void | Promise<void>)[] = []
let stoppingSince: number | undefined

/** Stops everything that was started, the last first. A second Ctrl-C does not wait. */
function stop(exitCode: number): void {
  if (stoppingSince !== undefined) {
    // one Ctrl-C may arrive twice: from the terminal and from npm
    if (performance.now() - stoppingSince > 1_000) process.exit(1)
    return
  }
  stoppingSince = performance.now()
  void (async () => {
    for (const step of undo.reverse()) {
      try {
        await step()
      } catch (error) {
        console.error((error as Error).message)
      }
    }
    process.exit(exitCode)
  })()
}

/** Starts the whole product on this machine; it runs until a signal stops it. */
async function start(): Promise<void> {
  const topology = values.distributed ? 'distributed' : 'together'
  let welcome: Welcome | undefined
  let isReady = false
  let upgradePage: Promise<(() => Promise<void>) | undefined> | undefined
  const leaveUpgradePage = async () => (await upgradePage)?.()
  const preparation = startPrepare({
    onWelcome: (it) => {
      welcome = it
    },
    onUpgrading: () => {
      // without it people see that nothing answers
      upgradePage = preparation.settings
        .then(({ port, host }) => serveUpgradePage(port, host))
        .catch(() => undefined)
    },
  })
  const settings = await preparation.settings
  if (settings.limitScale !== 1)
    say(`RATE_LIMIT_SCALE is ${settings.limitScale}: every rate limit is multiplied by it.`)
  undo.push(lockDataDir(settings.dataDir))
  await refuseTakenPort(settings.port, settings.host)
  const opening = openStores(settings, say)
  // also when a signal comes while the database is starting
  undo.push(async () => (await opening.catch(() => undefined))?.stop())
  undo.push(preparation.stop)
  // a generated password is shown in any case
  undo.push(async () => {
    if (welcome && !isReady) sayHowToSignIn(welcome)
  })
  const stores = await Promise.race([opening, preparation.ended.then(() => opening)])
  undo.push(leaveUpgradePage)
  await preparation.finish(stores)
  await leaveUpgradePage()
  const processes = await startProcesses(topology, {
    databaseUrl: stores.databaseUrl,
    settings,
    log: say,
  })
  undo.push(processes.stop)
  const url = await processes.ready
  isReady = true
  say(`Ready at ${url}`)
  if (welcome) sayHowToSignIn(welcome)
  releaseStartMemory()
}

function sayHowToSignIn({ username, password }: Welcome): void {
  if (password) say(`Sign in as ${username} with the password ${password} (shown this once)`)
  else say(`Sign in as ${username} with the password you gave in OWNER_PASSWORD`)
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
process.on('SIGHUP', () => stop(0))
// the process that started this one, with a channel, has ended
process.on('disconnect', () => stop(0))
start().catch((error: Error) => {
  // what is being stopped does not get ready
  if (stoppingSince !== undefined) return
  console.error(error.message)
  stop(1)
})
