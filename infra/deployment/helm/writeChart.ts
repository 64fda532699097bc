// Writes the Helm chart into a folder: node infra/deployment/helm/writeChart.ts dist/plumbline
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildOverlays, chartOf } from './chart.ts'

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Name the folder: node infra/deployment/helm/writeChart.ts dist/plumbline')
  process.exit(2)
}
const files = chartOf(buildOverlays())
// no template of an earlier chart may stay
rmSync(join(folder, 'templates'), { recursive: true, force: true })
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
console.log(`The chart is in ${resolve(folder)}`)
