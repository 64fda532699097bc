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
  UNIQUE (stream_id, version)
);

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
