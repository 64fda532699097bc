import { createHash } from 'node:crypto'
import type { QuoteContent } from '../events.ts'
import { offerOf } from './lineIds.ts'

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json }

/** JSON of which there is one for each value (RFC 8785): names in the order of their code units, and no space. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value as { readonly [name: string]: Json })
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** SHA-256 of the canonical JSON, in hexadecimal. */
export const hashOf = (value: Json): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** Of what is offered. */
export const documentHashOf = (content: QuoteContent): string => hashOf(offerOf(content))
