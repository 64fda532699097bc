import { type Db, first, run } from '@plumbline/platform/db'
import type { Migration } from '@plumbline/platform/migrate'
import { isUnsent } from '../ledger/ledger.ts'

/** Why a delivery is a notice to a member. */
export const noticeCause = 'job-notice'

/** Which jobs a notice is about; its words are made when it is sent, and stored nowhere. */
export const noticeJobsMigration: Migration = {
  id: 'notice-jobs-v1',
  sql: `CREATE TABLE notice_jobs (
    delivery_id uuid NOT NULL,
    appointment_id integer NOT NULL,
    -- what the member knew, and up to which version the last attempt told
    after_version integer NOT NULL,
    told_version integer,
    PRIMARY KEY (delivery_id, appointment_id));
    CREATE INDEX notice_jobs_appointment ON notice_jobs (appointment_id)`,
}

/** The notice to a member that was not sent yet, if there is one; no worker takes it before the transaction ends. */
export const lockOpenNotice = async (db: Db, dataSubject: string): Promise<string | undefined> =>
  (
    await first<{ id: string }>(db, {
      name: 'lock-open-notice',
      text: `SELECT id FROM deliveries WHERE about = $1 AND cause = '${noticeCause}' AND ${isUnsent}
        ORDER BY created_at LIMIT 1 FOR UPDATE`,
      values: [dataSubject],
    })
  )?.id

/** What an attempt that failed said of it is not true any more. */
export const addNoticeJob = (db: Db, deliveryId: string, appointmentId: number, after: number) =>
  run(db, {
    name: 'add-notice-job',
    text: `INSERT INTO notice_jobs (delivery_id, appointment_id, after_version) VALUES ($1, $2, $3)
      ON CONFLICT (delivery_id, appointment_id) DO UPDATE SET told_version = NULL`,
    values: [deliveryId, appointmentId, after],
  })

export type NoticeJob = { appointmentId: number; after: number; told: number | null }

/** Its jobs; what an earlier notice to the member said, or may have said, is not repeated. */
export const readNoticeJobs = (db: Db, deliveryId: string): Promise<NoticeJob[]> =>
  run(db, {
    name: 'read-notice-jobs',
    text: `SELECT job.appointment_id AS "appointmentId", job.told_version AS told,
        greatest(job.after_version, (
          SELECT max(told.told_version) FROM notice_jobs told JOIN deliveries earlier ON earlier.id = told.delivery_id
          WHERE told.appointment_id = job.appointment_id AND earlier.about = own.about
            AND earlier.created_at < own.created_at AND (earlier.status = 'sent' OR earlier.doubt_since IS NOT NULL))) AS after
      FROM notice_jobs job JOIN deliveries own ON own.id = job.delivery_id WHERE job.delivery_id = $1`,
    values: [deliveryId],
  })

/** Before it is sent: an attempt whose outcome is unknown is repeated with the same words. */
export const markTold = (db: Db, deliveryId: string, versions: ReadonlyMap<number, number>) =>
  run(db, {
    name: 'mark-notice-told',
    text: `UPDATE notice_jobs SET told_version = version FROM unnest($2::int[], $3::int[]) AS told (id, version)
      WHERE delivery_id = $1 AND appointment_id = id`,
    values: [deliveryId, [...versions.keys()], [...versions.values()]],
  })

/** The member chose another channel meanwhile. */
export const changeChannel = (db: Db, deliveryId: string, channel: 'email' | 'sms') =>
  run(db, {
    name: 'change-notice-channel',
    text: `UPDATE deliveries SET channel = $2 WHERE id = $1 AND status = 'sending'`,
    values: [deliveryId, channel],
  })
