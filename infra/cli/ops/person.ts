import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Papa from 'papaparse'
import { refuseUnfinishedRestore } from '../../processes/backup/unfinishedRestore.ts'
import { defineCommand } from './command.ts'
import { personOf } from './erase.ts'
import { exportPerson } from './personExport.ts'

const usage = 'person export customer|lead|contact <id> --to <folder>'

/** Writes everything that is stored about one person into a folder, as JSON and as CSV, for that person. */
export const personExport = defineCommand({
  usage,
  example: 'person export customer 42 --to ann-lee',
  options: { to: { type: 'string' } },
  run: async ({ pool, json, keyring }, args, { to }) => {
    const person = personOf(args, usage)
    if (!to) throw new Error(`Usage: npm run ops -- ${usage}`)
    const folder = resolve(to)
    await refuseUnfinishedRestore(pool)
    const { subjects, tables } = await exportPerson(pool, await keyring(), person)
    await makeEmptyFolder(folder)
    const counts: Record<string, number> = {}
    for (const [name, rows] of Object.entries(tables)) {
      if (rows.length === 0) continue
      counts[name] = rows.length
      await writeFile(join(folder, `${name}.json`), `${JSON.stringify(rows, null, 2)}\n`, forOwner)
      await writeFile(join(folder, `${name}.csv`), toCsv(rows), forOwner)
    }
    if (json) console.log(JSON.stringify({ folder, records: subjects, counts }))
    else {
      const contents = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
      console.log(`Wrote what is stored about ${subjects.join(', ')} to ${folder}: ${contents.join(', ')}`)
    }
  },
})

const forOwner = { mode: 0o600, flag: 'wx' }

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Choose another folder.`)
}

// what a spreadsheet would run; a number below zero is only a number
const formula = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/
// without it Excel reads UTF-8 as Windows-1252
const byteOrderMark = '\uFEFF'

function toCsv(rows: readonly object[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  const data = rows.map((row) => fields.map((field) => cell((row as Record<string, unknown>)[field])))
  return byteOrderMark + Papa.unparse({ fields, data }, { escapeFormulae: formula })
}
