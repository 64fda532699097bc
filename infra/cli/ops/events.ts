import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { highWaterMark, readLog, relayPgNotifications } from '@plumbline/platform/subscriptions'
import { type Context, defineCommand } from './command.ts'

const pageSize = 500

type Wanted = { type?: string | undefined; last: string; follow: boolean }

/** Shows the log as it grows. */
export const tailEvents = defineCommand({
  usage: 'events tail [--type <type>] [--last <n>] [--follow]',
  example: 'events tail --type LeadReceived --follow',
  options: {
    type: { type: 'string' },
    last: { type: 'string', default: '20' },
    follow: { type: 'boolean', short: 'f', default: false },
  },
  run: (context, _args, wanted) => tail(context, wanted),
})

/** Shows the history of one stream, with what changed. */
export const showStream = defineCommand({
  usage: 'events show <stream>',
  example: 'events show lead-7',
  options: {},
  run: async (context, [stream]) => {
    if (!stream) throw new Error('Usage: npm run ops -- events show <stream>')
    await show(context, stream)
  },
})

const plain = (event: Recorded) => ({ ...event, position: String(event.position) })
const line = (event: Recorded) =>
  `${String(event.position).padStart(8)}  ${event.recordedAt}  ${event.stream}  ${event.type}  by ${event.metadata.actor}`

function print(event: Recorded, { json }: Context): void {
  console.log(json ? JSON.stringify(plain(event)) : line(event))
}

async function tail(context: Context, wanted: Wanted): Promise<void> {
  const { pool, databaseUrl, log } = context
  const keyring = await context.keyring()
  const types = wanted.type ? [wanted.type] : null
  let at = await highWaterMark(pool)
  const last = Number(wanted.last)
  if (!Number.isSafeInteger(last) || last < 0) throw new Error(`--last is not a number: ${wanted.last}`)
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM es.events WHERE position <= $1 AND ($2::text[] IS NULL OR type = ANY($2)) ORDER BY position DESC OFFSET $3 LIMIT 1`,
    [at, types, last],
  )
  for (const event of await readLog(pool, BigInt(rows[0]?.position ?? 0), at, last, { types, keyring }))
    print(event, context)
  if (!wanted.follow) return
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
