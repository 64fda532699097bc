-- Run again whenever it changes: nothing in here holds data.
DROP FUNCTION IF EXISTS es.append(text[], text, int, uuid[], text[], smallint[], jsonb[], jsonb);
DROP FUNCTION IF EXISTS es.append(text[], text, int, uuid[], text[], smallint[], jsonb[], jsonb, text);
DROP FUNCTION IF EXISTS es.take_page(text, int, text[], int, boolean, text);
DROP FUNCTION IF EXISTS es.read_tail(bigint, bigint, uuid, text[], int);
DROP FUNCTION IF EXISTS es.move_over(text, int, bigint, bigint, bigint, uuid, boolean, text);
DROP FUNCTION IF EXISTS es.is_there(bigint, uuid);
DROP FUNCTION IF EXISTS es.safe_position();
DROP FUNCTION IF EXISTS es.is_subject_key(text, bytea);

-- p_expected: 0 = the stream must not exist, n = it must be at version n, NULL = any version.
-- There is no row per stream to update: the unique (stream_id, version) settles every race, and events are never
-- deleted, so "version n is there and n + 1 is free" is all there is to check.
CREATE FUNCTION es.append(
  p_barriers text[], p_stream text, p_expected int, p_ids uuid[], p_types text[], p_schemas smallint[], p_data jsonb[], p_metadata jsonb, p_subject text,
  OUT version int, OUT positions bigint[], OUT recorded_at timestamptz, OUT appended boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  n int := cardinality(p_ids);
  base int := p_expected;
BEGIN
  recorded_at := clock_timestamp();
  -- whoever swaps in a rebuilt read model holds its barrier alone; appends that write one share it
  PERFORM pg_advisory_xact_lock_shared(17748, hashtext(name)) FROM unnest(p_barriers) name;
  -- in-flight marker BEFORE the first nextval: no position drawn by this transaction can be <= its floor
  PERFORM pg_advisory_xact_lock_shared((17746::bigint << 40) | coalesce(pg_sequence_last_value('es.event_position'), 0));
  IF p_expected IS NULL THEN
    -- those who do not care where the stream is queue up per stream
    PERFORM pg_advisory_xact_lock(17747, hashtext(p_stream));
    SELECT coalesce(max(e.version), 0) INTO base FROM es.events e WHERE e.stream_id = p_stream;
  ELSIF p_expected > 0 THEN
    PERFORM 1 FROM es.events e WHERE e.stream_id = p_stream AND e.version = p_expected;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'stream % is not at version %', p_stream, p_expected USING ERRCODE = 'ES409';
    END IF;
  END IF;
  -- positions are drawn AFTER the versions before them were seen, so they ascend inside a stream
  IF n = 1 THEN
    INSERT INTO es.events AS e (position, stream_id, version, event_id, type, schema_version, data, metadata, subject, recorded_at)
    VALUES (nextval('es.event_position'), p_stream, base + 1, p_ids[1], p_types[1], p_schemas[1], p_data[1], p_metadata, p_subject, recorded_at)
    ON CONFLICT (stream_id, version) DO NOTHING -- a race waits here; what it lost is counted below
    RETURNING ARRAY[e.position] INTO positions;
  ELSE
    WITH inserted AS (
      INSERT INTO es.events AS e (position, stream_id, version, event_id, type, schema_version, data, metadata, subject, recorded_at)
      SELECT nextval('es.event_position'), p_stream, base + o::int, t.id, t.type, t.schema, t.data, p_metadata, p_subject, append.recorded_at
      FROM unnest(p_ids, p_types, p_schemas, p_data) WITH ORDINALITY t(id, type, schema, data, o) ORDER BY o
      ON CONFLICT (stream_id, version) DO NOTHING
      RETURNING e.position, e.version
    ) SELECT array_agg(inserted.position ORDER BY inserted.version) INTO positions FROM inserted;
  END IF;
  version := base + n;
  appended := coalesce(cardinality(positions), 0) = n;
  IF appended THEN RETURN; END IF;
  -- nothing fitted: the same event ids right behind the expected version are a repeated append, not a conflict
  IF positions IS NULL AND p_expected IS NOT NULL THEN
    SELECT array_agg(e.position ORDER BY e.version), min(e.recorded_at) INTO positions, recorded_at
      FROM es.events e WHERE e.stream_id = p_stream AND e.version > p_expected AND e.version <= p_expected + n
      HAVING array_agg(e.event_id ORDER BY e.version) = p_ids;
    IF FOUND THEN RETURN; END IF;
  END IF;
  RAISE EXCEPTION 'stream % is not at version %', p_stream, base USING ERRCODE = 'ES409';
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

-- (es.advance did this before. It stays where it is: readers of the release before may run until they are replaced, and
-- must not take what this answers for their own.)
-- A reader's turn, up to where there is work for it: takes the checkpoint, for the rest of the transaction, and moves it
-- over the next p_limit positions. Answers one row about that and, behind it, a row for every event of p_types that it
-- moved over, which the caller then applies in the same transaction. `held` is false when another process has the
-- checkpoint. A crash of the database may take a lazy commit, always whole; one that moved over nothing wanted is lazy in
-- any case.
CREATE FUNCTION es.take_page(
  p_name text, p_version int, p_types text[], p_limit int, p_lazy boolean, p_frozen_after text
) RETURNS TABLE (
  held boolean, after bigint, up_to bigint, more boolean, parked text[],
  "position" bigint, stream_id text, version int, event_id uuid, type text, schema_version smallint, data jsonb,
  metadata jsonb, recorded_at timestamptz, subject text, wrapped text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  safe bigint;
BEGIN
  more := false;
  -- a host that froze in mid-batch keeps the checkpoint no longer than this
  PERFORM set_config('idle_in_transaction_session_timeout', p_frozen_after, true);
  SELECT s.position INTO after FROM es.subscriptions s
    WHERE s.name = p_name AND s.version = p_version AND s.status IN ('live', 'building') FOR UPDATE SKIP LOCKED;
  held := FOUND;
  IF NOT held THEN RETURN NEXT; RETURN; END IF;
  safe := es.safe_position();
  up_to := greatest(after, least(safe, after + p_limit));
  IF up_to = after THEN RETURN NEXT; RETURN; END IF;
  more := up_to < safe;
  parked := ARRAY(SELECT DISTINCT p.stream_id FROM es.parked p WHERE p.subscription = p_name AND p.version = p_version);
  UPDATE es.subscriptions s SET position = up_to, updated_at = clock_timestamp(), last_error = NULL
    WHERE s.name = p_name AND s.version = p_version;
  RETURN NEXT;
  -- a statement of its own: what is safe is in its snapshot
  RETURN QUERY SELECT NULL::boolean, NULL::bigint, NULL::bigint, NULL::boolean, NULL::text[],
      e.position, e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.data,
      e.metadata, e.recorded_at, e.subject, encode(k.wrapped, 'base64')
    FROM es.events e LEFT JOIN es.subject_keys k ON k.subject = e.subject
    WHERE e.position > after AND e.position <= up_to AND e.type = ANY (p_types) ORDER BY e.position;
  IF p_lazy OR NOT FOUND THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
END $$;

-- Whether what was read is of this log: after a loss its positions may hold other events. NULL: nothing was read.
CREATE FUNCTION es.is_there(p_position bigint, p_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_id IS NULL OR EXISTS (SELECT 1 FROM es.events e WHERE e.position = p_position AND e.event_id = p_id)
$$;

-- What is new behind p_after, for all readers of a process; p_last is the newest event that they were given. Answers one row
-- that says so and, behind it, a row for every event of p_types in (from, up_to]. It begins at the end without p_after, with
-- more than p_limit positions behind it, and where the log is another one.
CREATE FUNCTION es.read_tail(
  p_after bigint, p_last bigint, p_last_id uuid, p_types text[], p_limit int
) RETURNS TABLE (
  "from" bigint, up_to bigint,
  "position" bigint, stream_id text, version int, event_id uuid, type text, schema_version smallint, data jsonb,
  metadata jsonb, recorded_at timestamptz, subject text, wrapped text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  up_to := es.safe_position();
  "from" := CASE WHEN p_after BETWEEN up_to - p_limit AND up_to AND es.is_there(p_last, p_last_id) THEN p_after ELSE up_to END;
  RETURN NEXT;
  IF "from" = up_to THEN RETURN; END IF;
  -- a statement of its own: what is safe is in its snapshot
  RETURN QUERY SELECT NULL::bigint, NULL::bigint,
      e.position, e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.data,
      e.metadata, e.recorded_at, e.subject, encode(k.wrapped, 'base64')
    FROM es.events e LEFT JOIN es.subject_keys k ON k.subject = e.subject
    WHERE e.position > "from" AND e.position <= up_to AND e.type = ANY (p_types) ORDER BY e.position;
END $$;

-- A reader's turn over what es.read_tail answered, (p_from, p_to] with p_last as its last event: like es.take_page, where
-- the events are known. `moved` is false, and nothing has happened, when it has seen all of it, or must read for itself
-- (`behind`): something before it, or what is here instead of it, or what is left of it since somebody was erased.
CREATE FUNCTION es.move_over(
  p_name text, p_version int, p_from bigint, p_to bigint, p_last bigint, p_last_id uuid, p_lazy boolean, p_frozen_after text,
  OUT held boolean, OUT after bigint, OUT moved boolean, OUT behind boolean, OUT parked text[]
) LANGUAGE plpgsql AS $$
BEGIN
  moved := false;
  behind := false;
  PERFORM set_config('idle_in_transaction_session_timeout', p_frozen_after, true);
  SELECT s.position INTO after FROM es.subscriptions s
    WHERE s.name = p_name AND s.version = p_version AND s.status IN ('live', 'building') FOR UPDATE SKIP LOCKED;
  held := FOUND;
  IF NOT held OR after >= p_to THEN RETURN; END IF;
  behind := after < p_from OR NOT es.is_there(p_last, p_last_id)
    -- an erasure that was not seen when the events were read is behind them in the log
    OR EXISTS (SELECT 1 FROM es.events e WHERE e.position > p_to AND e.type = 'PersonErased');
  IF behind THEN RETURN; END IF;
  parked := ARRAY(SELECT DISTINCT p.stream_id FROM es.parked p WHERE p.subscription = p_name AND p.version = p_version);
  UPDATE es.subscriptions s SET position = p_to, updated_at = clock_timestamp(), last_error = NULL
    WHERE s.name = p_name AND s.version = p_version;
  moved := true;
  IF p_lazy THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
END $$;

-- A person's key is held from being destroyed, shared with other appends, until the transaction ends: es.destroy_keys waits.
-- A lock of its row would be a write, of a page that nothing else touches. Who holds it looks at the key in a statement of
-- its own, which sees what was destroyed before.

-- The person's wrapped key, made from p_new the first time, and held.
CREATE OR REPLACE FUNCTION es.subject_key(p_subject text, p_new bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
DECLARE
  found_key bytea;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(17751, hashtext(p_subject));
  SELECT wrapped INTO found_key FROM es.subject_keys WHERE subject = p_subject;
  IF NOT FOUND THEN
    INSERT INTO es.subject_keys (subject, wrapped) VALUES (p_subject, p_new) ON CONFLICT DO NOTHING;
    SELECT wrapped INTO found_key FROM es.subject_keys WHERE subject = p_subject;
  END IF;
  IF found_key IS NULL THEN
    RAISE EXCEPTION '% has been erased', p_subject USING ERRCODE = 'ES410';
  END IF;
  RETURN found_key;
END $$;

-- Whether a person's key is the one that something was sealed with; it becomes that where there is none. Held from then on.
CREATE FUNCTION es.is_subject_key(p_subject text, p_wrapped bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
DECLARE
  found_key bytea;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(17751, hashtext(p_subject));
  SELECT wrapped INTO found_key FROM es.subject_keys WHERE subject = p_subject;
  IF FOUND THEN RETURN found_key IS NOT DISTINCT FROM p_wrapped; END IF;
  INSERT INTO es.subject_keys (subject, wrapped) VALUES (p_subject, p_wrapped) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Destroys the keys of these people, for ever, when all that is being sealed with them is written. For whoever owns the log.
CREATE OR REPLACE FUNCTION es.destroy_keys(p_subjects text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(17751, hashtext(subject)) FROM unnest(p_subjects) subject ORDER BY subject;
  INSERT INTO es.subject_keys AS k (subject, wrapped, destroyed_at)
    SELECT DISTINCT subject, NULL::bytea, now() FROM unnest(p_subjects) subject
    ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, destroyed_at = coalesce(k.destroyed_at, now());
END $$;
