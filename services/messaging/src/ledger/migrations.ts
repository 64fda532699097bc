import type { Migration } from '@plumbline/platform/migrate'

/** 0.1.0 had other names for the causes of reminders. Deliveries that are sent are not read again. */
const causesOf01 = `UPDATE messaging.deliveries
  SET cause = CASE cause WHEN 'reminder' THEN 'payment-reminder' ELSE 'appointment-reminder' END
  WHERE cause IN ('reminder', 'appointment') AND status <> 'sent'`

/** 0.1.0 stored the event that caused a cancellation or an invoice to be sent, and not the version that it is about. */
const versionsOf01 = `UPDATE messaging.deliveries d SET bound_to = about.stream_id || '@' || about.version
  FROM es.events written JOIN es.events about ON about.event_id::text = written.data->>'causeId'
  WHERE written.stream_id = 'message-' || d.message_id AND written.type = 'MessageWritten'
    AND d.bound_to IS NULL AND d.status <> 'sent'`

/** Deliveries of 0.1.0 become what they are today. Of a restored backup no migration saw them. */
export const deliveriesOf01 = `${causesOf01}; ${versionsOf01}`

export const deliveryMigrations: Migration[] = [
  {
    // the last step that 0.1.0 ran: its data has all of this
    id: 'deliveries-v5',
    sql: `CREATE TABLE deliveries (
    id uuid PRIMARY KEY,
    channel text NOT NULL CHECK (channel IN ('email', 'sms')),
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'failed')),
    attempt integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    provider_id text,
    last_error text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    about text,
    content jsonb NOT NULL,
    -- the message it carries, and since when the outcome of an attempt is ambiguous
    message_id integer,
    doubt_since timestamptz,
    cause text,
    -- until when it waits and is worth sending
    held_until timestamptz,
    expires_at timestamptz,
    -- the version that it is true for
    bound_to text,
    attachment jsonb,
    counted_at timestamptz,
    -- the trace that it was written in
    traceparent text);
    CREATE INDEX deliveries_open ON deliveries (created_at) WHERE status IN ('pending', 'sending');
    CREATE UNIQUE INDEX deliveries_provider ON deliveries (provider_id) WHERE provider_id IS NOT NULL;
    CREATE INDEX deliveries_message ON deliveries (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX deliveries_counted ON deliveries (counted_at) WHERE counted_at IS NOT NULL;
    CREATE TABLE sms_days (day date PRIMARY KEY, count integer NOT NULL)`,
  },
  // 0.1.0 stored the text of a mail server's error, which may contain the address: only its codes stay
  {
    id: 'deliveries-v6',
    sql: `UPDATE deliveries SET last_error = coalesce('SMTP ' || substring(last_error FROM '\\m[45]\\d\\d(?:[ -][245]\\.\\d{1,3}\\.\\d{1,3})?\\M'), 'failure')
      WHERE channel = 'email' AND last_error LIKE '%Error: %'`,
  },
  // every message is shown with the time at which it is sent
  {
    id: 'deliveries-v7',
    sql: `CREATE INDEX deliveries_held ON deliveries (message_id) WHERE status = 'pending' AND held_until IS NOT NULL`,
  },
  // the count of a day in several rows: what releases before deliveries-v12 use
  {
    id: 'deliveries-v8',
    sql: `CREATE TABLE sms_quota (day date, stripe integer, count integer NOT NULL DEFAULT 0, PRIMARY KEY (day, stripe))
      WITH (fillfactor = 50)`,
  },
  { id: 'deliveries-v9', sql: causesOf01 },
  // since when the provider refuses it for a reason of our account, and not of its recipient
  { id: 'deliveries-v10', sql: 'ALTER TABLE deliveries ADD COLUMN refused_since timestamptz' },
  { id: 'deliveries-v11', sql: versionsOf01 },
  // a reactor that only woke the outbox relay, which listens to appends now
  {
    id: 'start-sending-retired',
    sql: `UPDATE es.subscriptions SET status = 'retired' WHERE name = 'startSending'`,
  },
  // one row a day again
  {
    id: 'deliveries-v12',
    sql: `INSERT INTO sms_days SELECT day, sum(count) FROM sms_quota GROUP BY day
      ON CONFLICT (day) DO UPDATE SET count = sms_days.count + excluded.count`,
  },
]
