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

type Thrown = Error & { code?: unknown; table?: unknown; constraint?: unknown }

/** What helps to find the cause of an error; a database's `detail` and `where` quote rows, and rows hold people's names. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, code, table, constraint, stack, cause } = error as Thrown
  return { type: name, message, code, table, constraint, stack, ...(cause ? { cause: describe(cause) } : {}) }
}

/** JSON lines, UTC, with personal fields and secrets removed. `level` from LOG_LEVEL, default `info`. */
export const createLog = (name: string, destination?: pino.DestinationStream): Log =>
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
