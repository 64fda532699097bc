import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rebuildStale } from '../../processes/stores/rebuildTargets.ts'
import { defineCommand } from './command.ts'
import { exportLog } from './exportLog.ts'
import { importLog } from './importLog.ts'
import { Filter, readLogFile } from './logFile.ts'
import { progressBar } from './progress.ts'

/** The log as lines of JSON. Without a file they go to stdout, and there is nothing else on it. */
export const exportEvents = defineCommand({
  usage: 'events export [--file <file>] [--stream <stream>] [--type <type>] [--after <position>]',
  example: 'events export --file log.ndjson',
  options: {
    file: { type: 'string' },
    stream: { type: 'string' },
    type: { type: 'string' },
    after: { type: 'string' },
  },
  run: async ({ pool, json }, _args, { file, ...range }) => {
    const filter = filterOf(range)
    const quiet = json || (!file && process.stdout.isTTY)
    // not all personal data in it is encrypted
    const out = file ? (await open(file, 'w', 0o600)).createWriteStream() : process.stdout
    const trailer = await exportLog(out, {
      pool,
      filter,
      progress: (events, total) => progressBar('Exported', total, quiet)(events),
    })
    if (!file) await new Promise((flushed) => process.stdout.write('', flushed))
    else if (json) console.log(JSON.stringify(trailer))
    else console.log(`\rExported ${trailer.events} events up to position ${trailer.head} to ${file}`)
  },
})

function filterOf(range: Record<string, string | undefined>): Filter {
  const definedOptions = Object.entries(range).filter(([, value]) => value !== undefined)
  const { success, data } = Filter.safeParse(Object.fromEntries(definedOptions))
  if (!success) throw new Error('--after takes a position, such as 1200.')
  return data
}

/** An exported log into an empty one, then every read model from it. Doing it twice changes nothing. */
export const importEvents = defineCommand({
  usage: 'events import <file | ->',
  example: 'events import log.ndjson',
  options: {},
  run: async (context, [name]) => {
    if (!name) throw new Error('Usage: npm run ops -- events import <file | ->')
    const { pool } = context
    const handle = name === '-' ? await spool(process.stdin) : await open(name)
    try {
      const file = await readLogFile(name === '-' ? 'What was piped in' : name, handle)
      const progress = (stage: string, events: number, total: number) =>
        progressBar(stage, total, context.json)(events)
      const { events, imported, unreadable } = await importLog(file, { pool, progress })
      if (!context.json) console.log(`\rImported ${imported} events; ${events - imported} were there already`)
      if (unreadable > 0 && !context.json)
        console.log(`${unreadable} people have no key in this store: what is personal reads [erased]`)
      const rebuilt = await rebuildStale(pool, await context.keyring(), (line) => {
        if (!context.json) console.log(line)
      })
      if (context.json) console.log(JSON.stringify({ events, imported, unreadable, rebuilt }))
    } finally {
      await handle.close()
    }
  },
})

/** Copies the input to an unlinked file, which the system deletes when the process ends for any reason. */
async function spool(input: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-import-'))
  const handle = await open(join(folder, 'log.ndjson'), 'wx+', 0o600)
  await rm(folder, { recursive: true })
  for await (const chunk of input) await handle.writeFile(chunk)
  return handle
}
