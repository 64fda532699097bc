import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { highWaterMark, readLog, relayPgNotifications } from '@plumbline/platform/subscriptions'
import type { Command, Context } from './command.ts'

const usage = 'events tail [--type <type>] [--last <n>] [--follow] | show <stream>'
const pageSize = 500

/** Shows the log as it grows, or the history of one stream with what changed. */
export const events: Command = {
  usage,
  example: 'events tail --type LeadReceived --follow',
  run: async (context, [action, stream]) => {
    if (action === 'tail') await tail(context)
    else if (action === 'show' && stream) await show(context, stream)
    else throw new Error(`Usage: npm run ops -- ${usage}`)
  },
}

const plain = (event: Recorded) => ({ ...event, position: String(event.position) })
const line = (event: Recorded) =>
  `${String(event.position).padStart(8)}  ${event.recordedAt}  ${event.stream}  ${event.type}  by ${event.metadata.actor}`

function print(event: Recorded, { json, options }: Context): void {
  if (options.type && event.type !== options.type) return
  console.log(json ? JSON.stringify(plain(event)) : line(event))
}

async function tail(context: Context): Promise<void> {
  const { pool, options, databaseUrl, log } = context
  const keyring = await context.keyring()
  const types = options.type ? [options.type] : null
  let at = await highWaterMark(pool)
  const last = Number(options.last ?? 20)
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM es.events WHERE position <= $1 AND ($2::text[] IS NULL OR type = ANY($2)) ORDER BY position DESC OFFSET $3 LIMIT 1`,
    [at, types, last],
  )
  for (const event of await readLog(pool, BigInt(rows[0]?.position ?? 0), at, last, { types, keyring }))
    print(event, context)
  if (!options.follow) return
  // until Ctrl-C, which is no failure
  process.exitCode = 0
  let wakeUp = () => {}
  relayPgNotifications(databaseUrl, { notify: () => wakeUp() }, log)
  for (;;) {
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve
      setTimeout(resolve, 1_000)
    })
    const safe = await highWaterMark(pool)
    const page = await readLog(pool, at, safe, pageSize, { types, keyring })
    for (const event of page) print(event, context)
    at = page.length === pageSize ? (page.at(-1) as Recorded).position : safe
    if (page.length < pageSize) await woken
  }
}

type Fields = Record<string, unknown>

/** What an event says that no event of its stream said before it, or said otherwise. */
export function differences(previous: Fields, data: Fields): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const [now, before] = [JSON.stringify(value), JSON.stringify(previous[name])]
    if (now === before) return []
    return [before === undefined ? `${name}: ${now}` : `${name}: ${before} → ${now}`]
  })
}

async function show({ pool, json, keyring }: Context, stream: string): Promise<void> {
  const history = await readStream(pool, stream, { keyring: await keyring() })
  if (history.length === 0) throw new Error(`There is no stream ${stream}.`)
  let previous: Fields = {}
  for (const event of history) {
    const data = event.data as Fields
    if (json) console.log(JSON.stringify(plain(event)))
    else
      console.log(
        [line(event), ...differences(previous, data).map((text) => `            ${text}`)].join('\n'),
      )
    previous = { ...previous, ...data }
  }
}
