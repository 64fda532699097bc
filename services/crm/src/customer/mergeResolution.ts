/**
 * SQL that resolves merged customers. An id leads to the survivor: the record at the end of its chain of merges, or the
 * record itself when it was never merged. `table` has the columns `id` and `merged_into`, and an index on each.
 */
export const mergeResolution = (table: string) => ({
  /**
   * Joins as `alias` the survivor of an id, null for unknown ids. A record that was never merged costs look-ups by
   * primary key and no recursion. OFFSET 0 keeps them look-ups where the planner has no statistics of the table.
   */
  join: (id: string, alias = 'c'): string => `
    LEFT JOIN LATERAL (SELECT id, merged_into FROM ${table} WHERE id = ${id} OFFSET 0) ${alias}_record ON true
    LEFT JOIN LATERAL (
      SELECT * FROM ${table}
      WHERE id = CASE WHEN ${alias}_record.merged_into IS NULL THEN ${alias}_record.id ELSE (
        WITH RECURSIVE path (id, next) AS (
          SELECT ${alias}_record.id, ${alias}_record.merged_into
          UNION SELECT next, (SELECT merged_into FROM ${table} WHERE id = next) FROM path WHERE next IS NOT NULL)
        SELECT id FROM path WHERE next IS NULL) END
      OFFSET 0
    ) ${alias} ON true`,

  /** The same join for many rows at once, such as a whole list: hash joins instead of a look-up for each row. */
  joinMany: (id: string, alias = 'c'): string => `
    LEFT JOIN ${survivorsOf(table)} ${alias}_merged ON ${alias}_merged.id = ${id}
    LEFT JOIN ${table} ${alias}
      ON ${alias}.id = coalesce(${alias}_merged.survivor_id, ${id}) AND ${alias}.merged_into IS NULL`,

  /** A table of every merged record's `id` and its `survivor_id`, to join with many rows at once. */
  survivors: survivorsOf(table),

  /** An array of the ids of all records that lead to the same survivor as this one, in order; empty for unknown ids. */
  recordIds: (id: string): string => `ARRAY(
    WITH RECURSIVE path (id, next) AS (
      SELECT id, merged_into FROM ${table} WHERE id = ${id}
      UNION SELECT record.id, record.merged_into FROM path CROSS JOIN LATERAL (
        SELECT id, merged_into FROM ${table} WHERE id = path.next OFFSET 0) record),
    records (id) AS (
      SELECT id FROM path WHERE next IS NULL
      UNION SELECT record.id FROM records CROSS JOIN LATERAL (
        SELECT id FROM ${table} WHERE merged_into = records.id OFFSET 0) record)
    SELECT id FROM records ORDER BY id)`,
})

const survivorsOf = (table: string): string => `(
    WITH RECURSIVE path (id, next) AS (
      SELECT id, merged_into FROM ${table} WHERE merged_into IS NOT NULL
      UNION SELECT path.id, record.merged_into FROM path JOIN ${table} record ON record.id = path.next
      WHERE record.merged_into IS NOT NULL)
    SELECT path.id, path.next AS survivor_id FROM path JOIN ${table} record ON record.id = path.next
    WHERE record.merged_into IS NULL)`
