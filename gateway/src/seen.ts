import { positionHeader } from '@plumbline/platform/http'
import type { Request, Response } from 'express'
import { readCookie } from './cookies.ts'

const name = 'seen'

/** How far into the log this browser has seen; a value that is none is ignored. */
export function readSeen(req: Request): string | undefined {
  const value = readCookie(req, name)
  return value && /^\d{1,19}$/.test(value) ? value : undefined
}

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
