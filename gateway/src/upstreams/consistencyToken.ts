import { positionHeader } from '@plumbline/platform/http'
import { logPosition } from '@plumbline/platform/schemas'
import type { Request, Response } from 'express'
import { readCookie } from '../sessions/cookies.ts'
import type { Session } from '../sessions/sessions.ts'

const cookieName = 'seen'

/** The last position that the browser received over the change stream; see `changeStream`. */
const streamPositionHeader = 'x-told-position'

// read models lag for seconds at most
const maxRemembered = 1_000

/** The log positions that a session has seen: the next read, of any service, is not older. */
export function createConsistencyTokens(isHttps: boolean) {
  /** Of the sessions that wrote last through this gateway; a client of the documented calls may keep no cookie but that of its session. */
  const bySession = new Map<string, string>()
  const remember = (sessionId: string, position: string) => {
    // two writes at once may be answered in the other order
    const newest = newer(bySession.get(sessionId), position)
    bySession.delete(sessionId)
    bySession.set(sessionId, newest)
    const [oldest] = bySession.keys()
    if (oldest !== undefined && bySession.size > maxRemembered) bySession.delete(oldest)
  }
  return {
    /** The newest position, by its own writes or over the stream; invalid values are ignored. */
    read: (req: Request, { id }: Session): string | undefined =>
      [readCookie(req, cookieName), req.get(streamPositionHeader), bySession.get(id)]
        .filter(isPosition)
        .reduce<string | undefined>(newer, undefined),
    /**
     * Moves the log position of a write from the service's answer into a cookie, for reads through any gateway. A forged value
     * only delays its own requests. A visitor gets none: it would say how many events there are, and that an answer is no decoy
     * for a bot.
     */
    persist: (res: Response, session: Session | undefined): void => {
      const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response
      res.writeHead = ((...args: unknown[]) => {
        const position = res.getHeader(positionHeader)
        if (position !== undefined) {
          res.removeHeader(positionHeader)
          if (session) {
            remember(session.id, String(position))
            const flags = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/api' } as const
            res.cookie(cookieName, String(position), flags)
          }
        }
        return writeHead(...args)
      }) as Response['writeHead']
    },
  }
}

const newer = (a: string | undefined, b: string): string => (a && BigInt(a) > BigInt(b) ? a : b)
const isPosition = (value: string | undefined): value is string => logPosition.safeParse(value).success
