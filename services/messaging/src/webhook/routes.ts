import { rejection } from '@plumbline/platform/errors'
import type { EventStore } from '@plumbline/platform/event-store'
import { type ServiceOptions, verifyIdentity } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import express, { type RequestHandler, Router } from 'express'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { twilioInbound, twilioStatus } from '../api.ts'
import { receiveSms } from './inbound.ts'
import { recordStatusCallback } from './status.ts'

export type WebhookOptions = {
  store: EventStore
  log: Log
  /** Unset: no provider is configured, and there is nothing here. */
  authToken?: string
  publicUrl: string
  /** Waits until the read models of others' events have come to a position. */
  waitForPosition: (position: bigint) => Promise<unknown>
} & Pick<ServiceOptions, 'name' | 'identityKey' | 'clock'>

/** What a handler gets of a signed form. */
export type Form = Record<string, string>
export type WebhookContext = Pick<WebhookOptions, 'store' | 'log' | 'waitForPosition'> & {
  now: Date
  requestId: string
}

/** Forms of the SMS provider, believed only when it signed them. */
export function twilioWebhooks({ clock = () => new Date(), ...options }: WebhookOptions): Router {
  const form = express.urlencoded({ extended: false, limit: '64kb' })
  const contextOf = (requestId: string): WebhookContext => ({ ...options, now: clock(), requestId })
  return Router({ caseSensitive: true })
    .post(twilioStatus.path, signed(options), form, checked(options), async (req, res) => {
      const delivery = new URL(req.originalUrl, options.publicUrl).searchParams.get('delivery')
      await recordStatusCallback(contextOf(res.locals.requestId), textsOf(req.body), delivery)
      res.status(204).end()
    })
    .post(twilioInbound.path, signed(options), form, checked(options), async (req, res) => {
      await receiveSms(contextOf(res.locals.requestId), textsOf(req.body))
      res.type('text/xml').send('<Response></Response>')
    })
}

/** Refuses before the body is read what cannot be from the provider. */
const signed =
  ({ authToken, identityKey, name }: WebhookOptions): RequestHandler =>
  async (req, _res, next) => {
    await verifyIdentity(identityKey, name, req)
    if (!authToken) throw rejection('not-found', 'There is nothing here.')
    if (!req.get('x-twilio-signature')) throw rejection('forbidden', 'This is not signed.')
    next()
  }

const checked =
  ({ authToken = '', publicUrl, log }: WebhookOptions): RequestHandler =>
  (req, res, next) => {
    const signature = req.get('x-twilio-signature') ?? ''
    const url = `${publicUrl.replace(/\/$/, '')}${req.originalUrl}`
    if (validateRequest(authToken, signature, url, req.body ?? {})) return next()
    log.warn({ requestId: res.locals.requestId, path: req.path }, 'webhook with a wrong signature')
    throw rejection('forbidden', 'This is not signed.')
  }

/** One text a name, without what a database cannot hold. */
const textsOf = (body: unknown): Form =>
  Object.fromEntries(
    Object.entries(body ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll('\0', '')]] : [],
    ),
  )
