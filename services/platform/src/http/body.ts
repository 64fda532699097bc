import express, { type Request, type RequestHandler } from 'express'
import { rejection } from '../errors.ts'

const maxDepth = 12
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const hostile = rejection('invalid', 'The request could not be read.')

function check(value: unknown, depth: number): void {
  if (depth > maxDepth) throw hostile
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw hostile
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (forbiddenKeys.has(key)) throw hostile
      check(key, depth)
      check(inner, depth + 1)
    }
  }
}

const maxBytes = 64 * 1024
const formType = 'application/x-www-form-urlencoded'

const hasBody = ({ headers }: Request): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

const requireJson: RequestHandler = (req, _res, next) => {
  if (hasBody(req) && !req.is('application/json')) throw rejection('unsupported', 'Please send JSON.')
  if (hasBody(req) && !isUtf8(req.headers['content-type']))
    throw rejection('unsupported', 'Please send UTF-8 JSON.')
  next()
}

const requireForm: RequestHandler = (req, _res, next) => {
  if (hasBody(req) && !req.is(formType)) throw rejection('unsupported', 'Please send a form.')
  next()
}

// JSON between systems is UTF-8 (RFC 8259 §8.1); read in another character set it would be another text
const isUtf8 = (contentType = ''): boolean =>
  [...contentType.matchAll(/;\s*charset\s*=\s*"?([^\s;"]*)/gi)].every(([, charset = '']) =>
    /^utf-8$/i.test(charset),
  )

const checkShape: RequestHandler = (req, _res, next) => {
  check(req.body, 0)
  for (const text of [req.path, ...Object.values(req.query).flat()]) {
    if (typeof text === 'string' && safeDecode(text).includes('\0')) throw hostile
  }
  next()
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads JSON bodies, up to 64 kB unless said otherwise, and refuses NUL, lone surrogates, prototype keys and nesting over 12. */
export const jsonBody = (limit = maxBytes): RequestHandler[] => [
  requireJson,
  express.json({ limit, strict: true }),
  checkShape,
]

/** Reads bodies of HTML forms up to 64 kB. What a field may hold is for the endpoint's schema to say. */
export const formBody = (): RequestHandler[] => [
  requireForm,
  express.urlencoded({ extended: false, limit: maxBytes }),
]
