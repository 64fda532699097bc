// For the pipeline: fails when helm refuses the chart, or renders it differently from the tests.
//   node infra/deployment/helm/writeChart.ts dist/plumbline && node infra/deployment/checks/compareChart.ts dist/plumbline
import { deepStrictEqual } from 'node:assert'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { buildOverlays, chartOf } from '../helm/chart.ts'
import { sizes } from '../helm/values.ts'
import { loadChart, render } from './helm.ts'
import type { Manifest } from './kustomize.ts'

const [folder = ''] = process.argv.slice(2)
const chart = loadChart(chartOf(buildOverlays()))
const otherValues = join(import.meta.dirname, 'chart.values.yaml')

const helm = (...options: string[]) =>
  execFileSync('helm', options, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })

// helm sorts the objects by kind
const byName = (objects: Manifest[]) =>
  Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]))

for (const size of sizes)
  for (const file of [undefined, otherValues])
    for (const isUpgrade of [false, true]) {
      const options = ['--set', `size=${size}`, ...(file ? ['--values', file] : [])]
      helm('lint', folder, '--strict', ...options)
      const printing = ['--namespace', 'plumbline', ...options, ...(isUpgrade ? ['--is-upgrade'] : [])]
      const text = helm('template', 'plumbline', folder, ...printing)
      const printed = parseAllDocuments(text).flatMap((document) => document.toJS() ?? [])
      const values = { ...(file && parse(readFileSync(file, 'utf8'))), size }
      deepStrictEqual(byName(printed), byName(render(chart, { values, isUpgrade })))
      console.log(`${printing.join(' ')}: ${printed.length} objects, the same as those of helm`)
    }

if (spawnSync('helm', ['template', folder, '--set', 'size=huge']).status === 0)
  throw new Error('helm accepts a size that does not exist')
