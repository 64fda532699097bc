import type { Request, RequestHandler, Response } from 'express'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { rejection } from '../errors.ts'
import { formBody, jsonBody } from './body.ts'
import type { Body, Endpoint, Params, Query } from './endpoint.ts'
import { reply } from './reply.ts'
import { compileSchema, withoutFields } from './responseSchema.ts'

/** A request as its endpoint declares it. */
export type ParsedRequest<E extends Endpoint = Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
}

/** Who sees costs sees prices, too. */
export type Sees = 'costs' | 'prices' | 'neither'

/**
 * Parses a request by its endpoint, calls `work`, and answers with what it returns: JSON of the fields that the schema
 * names, the text or bytes of another media type, or 204. Fields that need a right are absent as far as `sees` in the
 * locals of the response says; without it costs are.
 */
export function respond(
  endpoint: Endpoint,
  work: (parse: () => ParsedRequest, req: Request, res: Response) => Promise<unknown>,
): RequestHandler[] {
  const { response, produces, creates } = endpoint
  const status = creates ? 201 : 200
  const label = `${endpoint.method} ${endpoint.path}`
  const json = response && {
    costs: { schema: compileSchema(response), status, label },
    prices: { schema: compileSchema(withoutFields(response, ['costs.view'])), status, label },
    neither: { schema: compileSchema(withoutFields(response, ['costs.view', 'prices.view'])), status, label },
  }
  const handler: RequestHandler = async (req, res) => {
    const result = await work(() => parseRequest(endpoint, req), req, res)
    if (res.headersSent) return
    if (produces) res.status(status).type(produces).send(result)
    else if (json) await reply(res, json[(res.locals.sees as Sees | undefined) ?? 'prices'], result)
    else res.status(204).end()
  }
  return [...(endpoint.bodyType === 'form' ? formBody() : jsonBody(endpoint.maxBodyBytes)), handler]
}

const parseRequest = (endpoint: Endpoint, req: Request): ParsedRequest =>
  ({
    params: parse(endpoint.params, req.params, 'not-found'),
    query: parse(endpoint.query, req.query),
    body: parse(endpoint.body, req.body ?? {}),
  }) as ParsedRequest

function parse(schema: $ZodType | undefined, value: unknown, code: 'invalid' | 'not-found' = 'invalid') {
  if (!schema) return undefined
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  if (code === 'not-found') throw rejection('not-found', 'Not found.')
  const issues = parsed.error.issues
  const fields = Object.fromEntries(
    issues.map((issue) => [issue.path.join('.') || 'body', issue.message]).reverse(),
  )
  throw rejection('invalid', issues[0]?.message ?? 'The request could not be read.', { fields })
}
