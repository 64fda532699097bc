import { createHash } from 'node:crypto'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { FormState } from './landing.ts'

const receiptFor = (firstName: string) => `We have your request, ${firstName}. We will be in touch shortly.`
const failedNotice = 'Failed to submit your request. Please try again.'

type RenderPage = (req: Request, res: Response, form: FormState) => Promise<void>

/**
 * The estimate form of a browser without a script. It is turned into the documented call, passes all of its checks, and
 * the answer of that call is rendered as a page.
 */
export function estimateForm(renderPage: RenderPage): RequestHandler[] {
  const parse = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 20 })
  return [
    (req, res, next) => (req.is('application/x-www-form-urlencoded') ? parse(req, res, next) : next('route')),
    (req, res, next) => {
      const { key = '', ...values } = lastValues(req.body)
      // the body is read; parsers of JSON leave it as it is
      req.body = { ...withoutEmpty(values), source: 'website' }
      Object.assign(req.headers, {
        'content-type': 'application/json',
        accept: 'application/problem+json',
        'idempotency-key': keyFor(key, values),
      })
      const send = res.send.bind(res)
      res.send = (body) => {
        res.send = send
        const form =
          res.statusCode === 201
            ? { ...emptyOutcome, values: {}, receipt: receiptFor(values.firstName ?? '') }
            : { ...emptyOutcome, values, ...problemsIn(String(body)) }
        renderPage(req, res, { key, ...form }).catch(next)
        return res
      }
      next()
    },
  ]
}

const emptyOutcome = { errors: {}, notice: '', receipt: '' }

function problemsIn(body: string): Pick<FormState, 'errors' | 'notice'> {
  const { errors = {}, detail = failedNotice } = problemOf(body)
  return { errors, notice: Object.keys(errors).length > 0 ? '' : detail }
}

/** The last value of a field that was sent several times. */
const lastValues = (body: Record<string, string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value].flat().at(-1) ?? '']))

const withoutEmpty = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

/** Sent twice unchanged it is one request. */
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
