import { buildAll } from '@plumbline/build'

await buildAll({ log: console.log })
