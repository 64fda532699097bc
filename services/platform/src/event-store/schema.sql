-- One log for every service. Services may insert and read events, never change or delete them.
CREATE TABLE es.streams (
  stream_id text PRIMARY KEY,
  stream_type text NOT NULL,
  version int NOT NULL
) WITH (fillfactor = 50);

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
  kind text NOT NULL CHECK (kind IN ('projection', 'reactor')),
  status text NOT NULL CHECK (status IN ('building', 'live', 'paused', 'retired')),
  position bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_error text,
  PRIMARY KEY (name, version)
);

-- p_expected: 0 = the stream must not exist, n = it must be at version n, NULL = any version
CREATE FUNCTION es.append(p_stream text, p_type text, p_expected int, p_events jsonb)
RETURNS TABLE (version int, positions bigint[], recorded_at timestamptz, appended boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  n int := jsonb_array_length(p_events);
  v int;
  ids uuid[];
  now timestamptz := clock_timestamp();
BEGIN
  -- in-flight marker BEFORE the first nextval: no position drawn by this transaction can be <= its floor
  PERFORM pg_advisory_xact_lock_shared((17746::bigint << 40) | coalesce(pg_sequence_last_value('es.event_position'), 0));
  IF p_expected IS NULL THEN
    INSERT INTO es.streams AS s VALUES (p_stream, p_type, n)
      ON CONFLICT (stream_id) DO UPDATE SET version = s.version + n RETURNING s.version INTO v;
  ELSIF p_expected = 0 THEN
    INSERT INTO es.streams AS s VALUES (p_stream, p_type, n)
      ON CONFLICT (stream_id) DO NOTHING RETURNING s.version INTO v;
  ELSE
    UPDATE es.streams s SET version = s.version + n
      WHERE s.stream_id = p_stream AND s.version = p_expected RETURNING s.version INTO v;
  END IF;
  IF v IS NULL THEN
    -- the same event ids right behind the expected version: a repeated append, not a conflict
    SELECT array_agg((e ->> 'id')::uuid ORDER BY o) INTO ids
      FROM jsonb_array_elements(p_events) WITH ORDINALITY t(e, o);
    IF ids = (SELECT array_agg(x.event_id ORDER BY x.version) FROM es.events x
              WHERE x.stream_id = p_stream AND x.version > p_expected AND x.version <= p_expected + n) THEN
      RETURN QUERY SELECT p_expected + n, array_agg(x.position ORDER BY x.version), min(x.recorded_at), false
        FROM es.events x WHERE x.stream_id = p_stream AND x.version > p_expected AND x.version <= p_expected + n;
      RETURN;
    END IF;
    RAISE EXCEPTION 'stream % is not at version %', p_stream, p_expected USING ERRCODE = 'ES409';
  END IF;
  -- positions are drawn AFTER the stream row is ours, so they ascend with the versions of a stream
  RETURN QUERY WITH inserted AS (
    INSERT INTO es.events (position, stream_id, version, event_id, type, schema_version, data, metadata, recorded_at)
    SELECT nextval('es.event_position'), p_stream, v - n + o::int, (e ->> 'id')::uuid, e ->> 'type',
           coalesce((e ->> 'schemaVersion')::smallint, 1), e -> 'data', coalesce(e -> 'metadata', '{}'), now
    FROM jsonb_array_elements(p_events) WITH ORDINALITY t(e, o) ORDER BY o
    RETURNING position, version
  ) SELECT v, array_agg(inserted.position ORDER BY inserted.version), now, true FROM inserted;
END $$;

-- The newest position below which nothing can still commit. Call it as its own statement, on the primary,
-- under READ COMMITTED: inside the reading SELECT it shares that snapshot and loses events.
CREATE FUNCTION es.safe_position() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  head bigint;
  floor bigint;
BEGIN
  head := coalesce(pg_sequence_last_value('es.event_position'), 0); -- head FIRST, appends in flight SECOND
  SELECT min(((l.classid::bigint & 255) << 32) | l.objid::bigint) INTO floor
    FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.classid::bigint >> 8 = 17746
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(head, floor);
END $$;
