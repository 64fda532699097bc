import { constants, setPriority } from 'node:os'
import { createLog } from '@plumbline/platform/log'
import { readConfig } from '../config.ts'
import { openStores } from '../stores/openStores.ts'
import { prepareStores } from '../stores/prepareStores.ts'

/** Brings given stores up to date before the processes of a release start, and ends; several at once do no harm. */
async function prepare(): Promise<void> {
  const config = readConfig()
  if (!config.databaseUrl) throw new Error('DATABASE_URL is missing: there is no embedded database here.')
  if (!config.masterKey)
    throw new Error(
      'MASTER_KEY is missing: every process needs the same one. Make it with: openssl rand -base64 32',
    )
  const { databaseUrl } = await openStores(config, console.log)
  await prepareStores(config, {
    url: databaseUrl,
    embedded: false,
    log: createLog('prepare'),
    onWelcome: ({ username }) => console.log(`The first user is ${username}.`),
    // the release before still answers while read models are filled, and nobody waits for that as for the schema
    onUpgrading: async () => setPriority(constants.priority.PRIORITY_LOW),
  })
  console.log('Prepared')
}

prepare().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
