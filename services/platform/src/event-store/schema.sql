-- One log for every service. Services may insert and read events, never change or delete them.
-- CACHE must stay 1: a cached range would hand out positions below the floor of a later append
CREATE SEQUENCE es.event_position CACHE 1;

CREATE TABLE es.events (
  position bigint PRIMARY KEY,
  stream_id text NOT NULL,
  version int NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  schema_version smallint NOT NULL DEFAULT 1,
  data jsonb NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- whose personal fields it holds: they are encrypted with that person's key
  subject text,
  UNIQUE (stream_id, version)
);

-- Who is erased is looked for in streams of others. What stands in their own is found by its stream, so that most events
-- need no entry here.
CREATE INDEX events_subject ON es.events (subject, position) WHERE subject <> stream_id;

CREATE TABLE es.subscriptions (
  name text NOT NULL,
  version int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('inline', 'projection', 'reactor')),
  status text NOT NULL CHECK (status IN ('building', 'live', 'paused', 'retired')),
  position bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_error text,
  PRIMARY KEY (name, version)
);

-- Events a reader could not apply, and whatever came after them in their streams; the other streams go on.
CREATE TABLE es.parked (
  subscription text NOT NULL,
  version int NOT NULL,
  position bigint NOT NULL,
  stream_id text NOT NULL,
  error text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subscription, version, position)
);

-- One key a person, wrapped by the master key. Erasing a person sets it to null; the row stays, so that nothing
-- can be encrypted for them again.
CREATE TABLE es.subject_keys (
  subject text PRIMARY KEY,
  wrapped bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  destroyed_at timestamptz
);

-- A key wrapped by another master key would open nothing: which one it is, by its fingerprint.
CREATE TABLE es.master_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  fingerprint text NOT NULL
);
