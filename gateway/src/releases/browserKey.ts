import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { readCookie } from '../sessions/cookies.ts'

const name = 'browser'
const yearMs = 31_536_000_000

/** A word that stays the same for one browser, so that chance gives it the same build every time. Says nothing of who it is. */
export const browserKey =
  (secure: boolean) =>
  (req: Request, res: Response): string => {
    const known = readCookie(req, name)
    if (known && /^[\w-]{36}$/.test(known)) return known
    const made = randomUUID()
    res.cookie(name, made, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: yearMs })
    return made
  }
