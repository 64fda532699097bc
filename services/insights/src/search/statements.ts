import type { Bind, SqlStatement } from '@plumbline/platform/db'
import type { DocumentKind } from './document.ts'

/** Where a page ends in the order of what was found. */
export type Place = { rank: number; at: string; id: number }

/** Without a name it is planned for its values: what is good for a rare word is bad for a frequent one. */
export function statement(compose: (bind: Bind) => string): SqlStatement {
  const values: unknown[] = []
  const placeholders = new Map<unknown, string>()
  const bind: Bind = (value) => {
    const placeholder = placeholders.get(value) ?? `$${values.push(value)}`
    placeholders.set(value, placeholder)
    return placeholder
  }
  return { text: compose(bind), values }
}

// the newest documents are a sample: they show whether a question finds many
export const probeSize = 300

/** The newest documents of a kind as `d`, or those after a place. */
export const newest = (bind: Bind, kind: DocumentKind, count: number, after?: Place | null) => `
  (SELECT * FROM search_documents WHERE kind = '${kind}'
    ${after ? `AND (at, id) < (${bind(after.at)}, ${bind(after.id)})` : ''}
    ORDER BY at DESC, id DESC LIMIT ${count}) d`
