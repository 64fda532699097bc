import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { readCookie } from '../sessions/cookies.ts'

const name = 'browser'
const yearMs = 31_536_000_000

/** A random key per browser, so that a canary gives it the same build every time. It identifies no person. */
export const browserKey =
  (secure: boolean) =>
  (req: Request, res: Response): string => {
    const existing = readCookie(req, name)
    if (existing && /^[\w-]{36}$/.test(existing)) return existing
    const key = randomUUID()
    res.cookie(name, key, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: yearMs })
    return key
  }
