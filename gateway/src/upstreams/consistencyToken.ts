import { positionHeader } from '@plumbline/platform/http'
import type { Request, Response } from 'express'
import { readCookie } from '../sessions/cookies.ts'

const name = 'seen'

/** What a browser has been told over the stream of changes; see `changeStream`. */
const toldHeader = 'x-told-position'

/** How far into the log this browser has seen, by its own writes or by what it was told; what is no position is ignored. */
export function readSeen(req: Request): string | undefined {
  const given = [readCookie(req, name), req.get(toldHeader)].filter(isPosition)
  return given.reduce<string | undefined>((a, b) => (a && BigInt(a) > BigInt(b) ? a : b), undefined)
}

const isPosition = (value: string | undefined): value is string =>
  value !== undefined && /^\d{1,19}$/.test(value)

/**
 * Moves the position that a service tells after a write into a cookie, so that the next read, through whichever
 * gateway and of whichever service, is not older. Made up, it delays nobody but its owner.
 */
export function keepSeen(res: Response): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response
  res.writeHead = ((...args: unknown[]) => {
    const position = res.getHeader(positionHeader)
    if (position !== undefined) {
      res.removeHeader(positionHeader)
      res.cookie(name, String(position), { httpOnly: true, sameSite: 'lax', path: '/api' })
    }
    return writeHead(...args)
  }) as Response['writeHead']
}
