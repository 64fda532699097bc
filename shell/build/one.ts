import { buildOne } from './index.ts'

/** `node shell/build/one.ts <name>` builds one remote, whatever else there is of the repository. */
await buildOne(process.argv[2] as string, { log: console.log })
