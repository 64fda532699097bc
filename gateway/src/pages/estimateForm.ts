import { createHash } from 'node:crypto'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Filled } from './landing.ts'

const sentNotice = 'Your request has been submitted. We will be in touch shortly.'
const awayNotice = 'Failed to submit your request. Please try again.'

type Page = (req: Request, res: Response, filled: Filled) => Promise<void>

/**
 * The estimate form of a browser without a script: it goes on as the documented call, through every check of
 * it, and what that call answers comes back as a page.
 */
export function estimateForm(page: Page): RequestHandler[] {
  const parse = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 20 })
  return [
    (req, res, next) => (req.is('application/x-www-form-urlencoded') ? parse(req, res, next) : next('route')),
    (req, res, next) => {
      const { key = '', ...values } = textsOf(req.body)
      // the body has been read; whoever wants JSON further on finds it here
      req.body = { ...filledIn(values), source: 'website' }
      Object.assign(req.headers, {
        'content-type': 'application/json',
        accept: 'application/problem+json',
        'idempotency-key': keyFor(key, values),
      })
      const send = res.send.bind(res)
      res.send = (body) => {
        res.send = send
        const answer = outcome(res.statusCode, String(body))
        page(req, res, { key, values: answer.sent ? {} : values, ...answer }).catch(next)
        return res
      }
      next()
    },
  ]
}

function outcome(status: number, body: string): Pick<Filled, 'errors' | 'notice' | 'sent'> {
  if (status === 201) return { errors: {}, notice: sentNotice, sent: true }
  const { errors = {}, detail = awayNotice } = problemOf(body)
  return { errors, notice: Object.keys(errors).length > 0 ? '' : detail, sent: false }
}

/** A field given twice is what it was last. */
const textsOf = (body: Record<string, string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value].flat().at(-1) ?? '']))

const filledIn = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

/** Sent twice it is one request, changed it is another. */
const keyFor = (key: string, values: Record<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([key, values]))
    .digest('hex')

function problemOf(text: string): { detail?: string; errors?: Record<string, string> } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
