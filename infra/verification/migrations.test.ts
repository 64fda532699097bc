import { expect, it } from 'vitest'
import { owners } from '../processes/stores/schemas.ts'

/** What a migration takes from processes of the release before, which run on beside the next one. */
function takenFromReleaseBefore(sql: string): string[] {
  const taken = [
    ...sql.matchAll(/\bDROP (TABLE|COLUMN|SCHEMA|VIEW|SEQUENCE|TYPE)\b/gi),
    ...sql.matchAll(/\bRENAME (COLUMN|TO)\b/gi),
    ...sql.matchAll(/\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/gi),
    ...sql.matchAll(/\bSET NOT NULL\b/gi),
    // rows that it inserts lack the new column
    ...sql.matchAll(/\bADD COLUMN (?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/gi),
    ...sql.matchAll(/\bTRUNCATE\b/gi),
  ].map(([words]) => words)
  // a function may be replaced, with parameters added that have a default
  const dropped = [...sql.matchAll(/\bDROP FUNCTION (?:IF EXISTS )?([\w.]+)/gi)].map(([, name]) => name)
  const created = new Set(
    [...sql.matchAll(/\bCREATE (?:OR REPLACE )?FUNCTION ([\w.]+)/gi)].map(([, name]) => name),
  )
  return [...taken, ...dropped.filter((name) => !created.has(name)).map((name) => `DROP FUNCTION ${name}`)]
}

/** Of 0.1, which is stopped for its upgrade: it had no versions of read models. */
const of01 = ['es/0008-read-models-of-0.1']

const all = owners.flatMap(({ schema, migrations }) =>
  migrations.map(({ id, sql }) => ({ id: `${schema}/${id}`, sql })),
)

it('a migration leaves the release before able to work', () => {
  expect(all.length).toBeGreaterThan(30)
  const taking = all.filter(({ sql }) => takenFromReleaseBefore(sql).length > 0).map(({ id }) => id)
  expect(taking).toEqual(of01)
})

it.each([
  ['DROP TABLE visits', ['DROP TABLE']],
  ['ALTER TABLE a DROP COLUMN b, ADD COLUMN c text', ['DROP COLUMN']],
  ['ALTER TABLE a RENAME COLUMN b TO c', ['RENAME COLUMN']],
  ['ALTER TABLE a ALTER COLUMN b TYPE bigint', ['ALTER COLUMN b TYPE']],
  ['ALTER TABLE a ALTER b SET NOT NULL', ['SET NOT NULL']],
  ['ALTER TABLE a ADD COLUMN b int NOT NULL', ['ADD COLUMN b int NOT NULL']],
  ['ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0, ADD COLUMN c text', []],
  ['DROP FUNCTION es.append(text)', ['DROP FUNCTION es.append']],
  ['DROP FUNCTION IF EXISTS es.append(text); CREATE FUNCTION es.append(p int DEFAULT 1)', []],
  ['CREATE TABLE a (b int NOT NULL); CREATE INDEX ON a (b)', []],
])('sees what %j takes', (sql, taken) => {
  expect(takenFromReleaseBefore(sql)).toEqual(taken)
})
