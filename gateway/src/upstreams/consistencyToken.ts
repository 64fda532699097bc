import { positionHeader } from '@plumbline/platform/http'
import { logPosition } from '@plumbline/platform/schemas'
import type { Request, Response } from 'express'
import { readCookie } from '../sessions/cookies.ts'

const cookieName = 'seen'

/** The last position that the browser received over the change stream; see `changeStream`. */
const streamPositionHeader = 'x-told-position'

/** The newest log position that this browser has seen, by its own writes or over the stream; invalid values are ignored. */
export function readConsistencyToken(req: Request): string | undefined {
  const positions = [readCookie(req, cookieName), req.get(streamPositionHeader)].filter(isPosition)
  return positions.reduce<string | undefined>((a, b) => (a && BigInt(a) > BigInt(b) ? a : b), undefined)
}

const isPosition = (value: string | undefined): value is string => logPosition.safeParse(value).success

/**
 * Moves the log position of a write from the service's answer into a cookie, so that the next read, of any service
 * through any gateway, is not older. A forged value only delays its own requests. A visitor gets none: it would say how many
 * events there are, and that an answer is no decoy for a bot.
 */
export function persistConsistencyToken(res: Response, isSignedIn: boolean): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response
  res.writeHead = ((...args: unknown[]) => {
    const position = res.getHeader(positionHeader)
    if (position !== undefined) {
      res.removeHeader(positionHeader)
      if (isSignedIn)
        res.cookie(cookieName, String(position), { httpOnly: true, sameSite: 'lax', path: '/api' })
    }
    return writeHead(...args)
  }) as Response['writeHead']
}
