import { buildAll } from '@plumbline/build'
import { readCommandLine } from '../launch/commandLine.ts'

readCommandLine('npm run build   builds the shell and the micro-frontends, each into its `dist`', {})
await buildAll({ log: console.log })
