/**
 * SQL that resolves merged customers. An id leads to the survivor: the record that it was merged into, or the record itself when
 * it was never merged. `table` has the columns `id` and `merged_into`, which names the last of a chain of merges.
 */
export const mergeResolution = (table: string) => ({
  /** Joins as `alias` the survivor of an id, null for unknown ids, and as `<alias>_record` the record of the id itself. */
  join: (id: string, alias = 'c'): string => `
    LEFT JOIN ${table} ${alias}_record ON ${alias}_record.id = ${id}
    LEFT JOIN ${table} ${alias} ON ${alias}.id = coalesce(${alias}_record.merged_into, ${alias}_record.id)`,

  /** The ids of the survivors that these ids lead to; `ids` is a subquery. */
  survivorsOf: (ids: string): string =>
    `SELECT coalesce(record.merged_into, record.id) FROM ${table} record WHERE record.id IN (${ids})`,

  /** An array of the ids of all records that lead to the same survivor as this one, in order; empty for unknown ids. */
  recordIds: (id: string): string => `ARRAY(
    SELECT same_record.id FROM ${table} one_record
    JOIN ${table} survivor ON survivor.id = coalesce(one_record.merged_into, one_record.id)
    CROSS JOIN LATERAL (SELECT survivor.id
      UNION ALL SELECT merged.id FROM ${table} merged WHERE merged.merged_into = survivor.id) same_record
    WHERE one_record.id = ${id} ORDER BY same_record.id)`,

  /** The ids of all records that lead to a survivor of this kind; `condition` is about `survivor`. */
  idsOf: (condition: string): string => `
    SELECT record.id FROM ${table} survivor JOIN ${table} record ON coalesce(record.merged_into, record.id) = survivor.id
    WHERE ${condition}`,
})
