import { refuseUnfinishedRestore } from '../../processes/backup/unfinishedRestore.ts'
import { readConfig } from '../../processes/config.ts'
import {
  finishRotation,
  nextMasterKey,
  readMasterKey,
  storedFingerprint,
} from '../../processes/keys/masterKey.ts'
import { lockDataDir } from '../../processes/postgres/lock.ts'
import { defineCommand } from './command.ts'
import { rotateMasterKey } from './rotateMasterKey.ts'

/** Wraps every person's key with a new master key, while the product is stopped. Killed at any moment it may be repeated. */
export const rotate = defineCommand({
  usage: 'master-key rotate',
  example: 'master-key rotate',
  options: {},
  run: async ({ pool, isEmbedded, json }) => {
    const config = readConfig()
    // nor is it started meanwhile
    const unlock = isEmbedded ? lockDataDir(config.dataDir) : () => {}
    try {
      await refuseUnfinishedRestore(pool)
      if (finishRotation(config, await storedFingerprint(pool))) {
        console.log(json ? JSON.stringify({ finished: true }) : 'Finished the change that was interrupted.')
        return
      }
      const from = readMasterKey(config)
      if (!from) throw new Error('There is no master key here. Set MASTER_KEY to the one in use.')
      const rotation = await rotateMasterKey(pool, { from, to: nextMasterKey(config) })
      finishRotation(config, rotation.now)
      if (json) console.log(JSON.stringify(rotation))
      else
        console.log(
          `The keys of ${rotation.people} people are wrapped with the master key ${rotation.now} now. ${
            config.masterKey
              ? 'Set MASTER_KEY to it before you start anything.'
              : `It is in ${config.dataDir}/master.key, the one before beside it as master.key.${rotation.before}.`
          }\nMake a backup now. Copies of the keys from before need the master key ${rotation.before}: keep it as long as you keep those.`,
        )
    } finally {
      unlock()
    }
  },
})
