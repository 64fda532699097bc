/**
 * SQL that finds out which record a customer's id leads to today: itself, or the one at the end of the merges it went
 * through. `table` has the columns `id` and `merged_into`, and an index on each.
 */
export const mergeResolution = (table: string) => ({
  /**
   * Joins as `alias` the record that the id leads to today. A record that was never merged takes its look-up by primary
   * key and no more. OFFSET 0 keeps it a look-up where the planner has no statistics of the table.
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

  /** Every merged record's `id` and the `survivor_id` it leads to today, as a table to join with many rows at once. */
  survivors: `(
    WITH RECURSIVE path (id, next) AS (
      SELECT id, merged_into FROM ${table} WHERE merged_into IS NOT NULL
      UNION SELECT path.id, record.merged_into FROM path JOIN ${table} record ON record.id = path.next
      WHERE record.merged_into IS NOT NULL)
    SELECT path.id, path.next AS survivor_id FROM path JOIN ${table} record ON record.id = path.next
    WHERE record.merged_into IS NULL)`,

  /** The ids of all records that are the same customer as this one, whether it was merged or others into it; an array. */
  recordIds: (id: string): string => `ARRAY(
    WITH RECURSIVE path (id, next) AS (
      SELECT id, merged_into FROM ${table} WHERE id = ${id}
      UNION SELECT record.id, record.merged_into FROM path CROSS JOIN LATERAL (
        SELECT id, merged_into FROM ${table} WHERE id = path.next OFFSET 0) record),
    records (id) AS (
      SELECT id FROM path WHERE next IS NULL
      UNION SELECT record.id FROM records CROSS JOIN LATERAL (
        SELECT id FROM ${table} WHERE merged_into = records.id OFFSET 0) record)
    SELECT id FROM records)`,
})
