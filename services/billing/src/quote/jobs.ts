import { appointmentsTable } from '../appointments.ts'

/**
 * The first job of a quote that is not deleted, as a subquery on the column with its jobs. One that is not known here yet is
 * there.
 */
export const firstJobIn = (jobIds: string) => `(
  SELECT job_id::integer FROM jsonb_array_elements_text(${jobIds}) WITH ORDINALITY planned (job_id, place)
  WHERE NOT EXISTS (SELECT FROM ${appointmentsTable.name} WHERE id = job_id::integer AND deleted)
  ORDER BY place LIMIT 1)`
