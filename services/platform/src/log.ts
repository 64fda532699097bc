import { pino } from 'pino'

export type Log = pino.Logger

const personal = [
  'password',
  'cookie',
  'authorization',
  'email',
  'phone',
  'content',
  'body',
  'token',
  'recipient',
]
const paths = personal.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.headers["${key}"]`])

type Thrown = Partial<Error> & { code?: unknown; table?: unknown; constraint?: unknown }

/** What helps to find the cause of an error; a database's `detail` and `where` quote rows, and rows hold people's names. */
function describe(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  // a library may hand over a copy of what was thrown
  const { name, message, code, table, constraint, stack, cause } = error as Thrown
  return { type: name, message, code, table, constraint, stack, ...(cause ? { cause: describe(cause) } : {}) }
}

type Line = {
  level: number
  time: string
  name: string
  msg?: string
  err?: { message?: string; code?: string }
  subscription?: string
}

/** A line as people read it: `15:04:05 worker warn: timers: store away (connect ECONNREFUSED)`. */
export function readableLine(json: string): string {
  const { level, time, name, msg = '', err, subscription } = JSON.parse(json) as Line
  const reason = [subscription, err && (err.message || err.code)].filter(Boolean).join(': ')
  return `${time.slice(11, 19)} ${name} ${pino.levels.labels[level]}: ${msg}${reason && ` (${reason})`}\n`
}

/** Who starts the product in a terminal looks for its address and the password; details and stacks are for machines. */
const terminal: pino.DestinationStream = { write: (line) => void process.stdout.write(readableLine(line)) }

const isForPeople = () => process.stdout.isTTY && !['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')

/** JSON lines, UTC, with personal fields and secrets removed. `level` from LOG_LEVEL, default `info`. In a terminal one readable line each. */
export const createLog = (
  name: string,
  destination: pino.DestinationStream | undefined = isForPeople() ? terminal : undefined,
): Log =>
  pino(
    {
      name,
      level: process.env.LOG_LEVEL || 'info',
      base: { name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describe },
      redact: { paths: [...paths, 'req.headers.cookie', 'req.headers.authorization'], censor: '[redacted]' },
    },
    ...(destination ? [destination] : []),
  )
