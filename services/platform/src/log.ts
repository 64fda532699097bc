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

/** JSON lines, UTC, with personal fields and secrets removed. `level` from LOG_LEVEL, default `info`. */
export const createLog = (name: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      name,
      level: process.env.LOG_LEVEL || 'info',
      base: { name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...paths, 'req.headers.cookie', 'req.headers.authorization'], censor: '[redacted]' },
    },
    ...(destination ? [destination] : []),
  )
