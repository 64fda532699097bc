-- Every lock, marker and function of the log. Run again whenever this file changes: nothing in here holds data.
--
-- Advisory locks, by class:
--   17746  in-flight marker: shared, with the last position drawn before the append as its key
--   17747  one stream: appends at any version, and retries of a command, follow each other
--   17749  one read model: at most one rebuild or verification of it at a time
--   17750  the whole log: at most one import
--   17751  one person's data key: shared while something encrypted with it is on its way, exclusive to destroy it
--   17752  one release of a service: taken by releases before this one, to elect a process that applies what another appends

-- The release before may still run: a function keeps its parameters, and one that only it calls stays where it is.

-- In-flight marker. Taken before the first position is drawn, so that no position of this transaction is at or below
-- its key; readers stop at the lowest key that is held.
CREATE OR REPLACE FUNCTION es.mark_in_flight() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared((17746::bigint << 40) | coalesce(pg_sequence_last_value('es.event_position'), 0))
$$;

-- The last position that is safe to read: nothing at or below it can still commit. Call it as a statement of its own, on
-- the primary, under READ COMMITTED: inside the reading SELECT it would share that snapshot and lose events.
CREATE OR REPLACE FUNCTION es.high_water_mark() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  head bigint;
  in_flight bigint;
BEGIN
  head := coalesce(pg_sequence_last_value('es.event_position'), 0); -- the head first, appends in flight second
  SELECT min(((l.classid::bigint & 255) << 32) | l.objid::bigint) INTO in_flight
    FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.classid::bigint >> 8 = 17746
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(head, in_flight);
END $$;

CREATE OR REPLACE FUNCTION es.lock_stream(p_stream text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(17747, hashtext(p_stream))
$$;

-- For the session: a rebuild takes longer than one transaction. False when another process has it.
CREATE OR REPLACE FUNCTION es.try_lock_rebuild(p_name text) RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_lock(17749, hashtext(p_name))
$$;

-- For releases before this one.
CREATE OR REPLACE FUNCTION es.try_lock_release(p_release text) RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_lock(17752, hashtext(p_release))
$$;

CREATE OR REPLACE FUNCTION es.try_lock_import() RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_lock(17750, 0)
$$;

-- Appends events to one stream. p_expected: the version the stream must be at, 0 when it must not exist, NULL for any.
-- p_key_subjects and p_keys: the data keys that the events, and the rows written with them, were encrypted or read with;
-- the append is refused when one of them is no longer that person's key. SQLSTATE ES409: another version, or another key.
-- p_writer: which release of the service wrote rows with it; NULL: none.
--
-- No row per stream is updated: the unique (stream_id, version) settles every race, and events are never deleted, so
-- "version n is there and n + 1 is free" is all there is to check.
CREATE OR REPLACE FUNCTION es.append(
  p_stream text, p_expected int, p_ids uuid[], p_types text[], p_schema_versions smallint[], p_data jsonb[],
  p_metadata jsonb, p_subject text, p_key_subjects text[], p_keys bytea[], p_writer int DEFAULT NULL,
  OUT version int, OUT positions bigint[], OUT recorded_at timestamptz
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  base int := p_expected;
  appended bigint;
BEGIN
  recorded_at := clock_timestamp();
  FOR i IN 1 .. coalesce(cardinality(p_keys), 0) LOOP
    IF NOT es.hold_data_key(p_key_subjects[i], p_keys[i]) THEN
      RAISE EXCEPTION 'the key of % has changed', p_key_subjects[i] USING ERRCODE = 'ES409';
    END IF;
  END LOOP;
  PERFORM es.mark_in_flight();
  IF p_expected IS NULL THEN
    PERFORM es.lock_stream(p_stream);
    SELECT coalesce(max(e.version), 0) INTO base FROM es.events e WHERE e.stream_id = p_stream;
  ELSIF p_expected > 0 THEN
    PERFORM 1 FROM es.events e WHERE e.stream_id = p_stream AND e.version = p_expected;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'stream % is not at version %', p_stream, p_expected USING ERRCODE = 'ES409';
    END IF;
  END IF;
  -- positions are drawn after the versions before them were seen, so they ascend inside a stream
  FOR i IN 1 .. cardinality(p_ids) LOOP
    INSERT INTO es.events AS e (position, stream_id, version, event_id, type, schema_version, data, metadata, subject, recorded_at, writer)
      VALUES (nextval('es.event_position'), p_stream, base + i, p_ids[i], p_types[i], p_schema_versions[i], p_data[i],
        p_metadata, p_subject, append.recorded_at, p_writer)
      ON CONFLICT (stream_id, version) DO NOTHING -- waits for a concurrent append; losing is noticed below
      RETURNING e.position INTO appended;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'stream % is not at version %', p_stream, base USING ERRCODE = 'ES409';
    END IF;
    positions := positions || appended;
  END LOOP;
  version := base + cardinality(p_ids);
END $$;

-- Claims the next batch of a subscription, if there is one: locks its checkpoint until the transaction ends and moves it over
-- the next p_limit positions. Answers one row about the batch and, after it, one row per event of p_types in it; the caller applies
-- them in the same transaction. `claimed` is false when another process holds the checkpoint. A batch without events
-- commits asynchronously, as every batch does with p_async_commit: a crash undoes it as a whole, and it is done again.
-- p_except_writer: events of this release are left out, as their rows were written with them.
CREATE OR REPLACE FUNCTION es.claim_batch(
  p_name text, p_version int, p_types text[], p_limit int, p_async_commit boolean, p_idle_timeout text,
  p_except_writer int DEFAULT NULL
) RETURNS TABLE (
  claimed boolean, up_to bigint, is_full boolean, dead_lettered text[],
  "position" bigint, stream_id text, version int, event_id uuid, type text, schema_version smallint, data jsonb,
  metadata jsonb, recorded_at timestamptz, subject text, wrapped text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  after bigint;
  safe bigint;
BEGIN
  is_full := false;
  -- a lock is a write, which only a batch is worth
  SELECT s.position INTO up_to FROM es.subscriptions s
    WHERE s.name = p_name AND s.version = p_version AND s.status IN ('live', 'building');
  claimed := FOUND;
  safe := es.high_water_mark();
  IF NOT claimed OR safe <= up_to THEN RETURN NEXT; RETURN; END IF;
  -- a host that freezes in mid-batch keeps the checkpoint no longer than this
  PERFORM set_config('idle_in_transaction_session_timeout', p_idle_timeout, true);
  SELECT s.position INTO after FROM es.subscriptions s
    WHERE s.name = p_name AND s.version = p_version AND s.status IN ('live', 'building') FOR UPDATE SKIP LOCKED;
  claimed := FOUND;
  IF NOT claimed THEN RETURN NEXT; RETURN; END IF;
  up_to := greatest(after, least(safe, after + p_limit));
  IF up_to = after THEN RETURN NEXT; RETURN; END IF;
  is_full := up_to < safe;
  dead_lettered := ARRAY(SELECT DISTINCT p.stream_id FROM es.parked p WHERE p.subscription = p_name AND p.version = p_version);
  UPDATE es.subscriptions s SET position = up_to, updated_at = clock_timestamp(), last_error = NULL
    WHERE s.name = p_name AND s.version = p_version;
  RETURN NEXT;
  -- a statement of its own, so that its snapshot is newer than the high-water mark
  RETURN QUERY SELECT NULL::boolean, NULL::bigint, NULL::boolean, NULL::text[],
      e.position, e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.data,
      e.metadata, e.recorded_at, e.subject, encode(k.wrapped, 'base64')
    FROM es.events e LEFT JOIN es.subject_keys k ON k.subject = e.subject
    WHERE e.position > after AND e.position <= up_to AND e.type = ANY (p_types)
      AND (p_except_writer IS NULL OR e.writer IS DISTINCT FROM p_except_writer) ORDER BY e.position;
  IF p_async_commit OR NOT FOUND THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
END $$;

-- A person's data key, made from p_new the first time, kept from being destroyed until the transaction ends.
-- SQLSTATE ES410: the person has been erased. A lock of the key's row would be a write to it; this is none. The key
-- is read in a statement after the lock, which sees what was destroyed before.
CREATE OR REPLACE FUNCTION es.data_key(p_subject text, p_new bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
DECLARE
  found_key bytea;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(17751, hashtext(p_subject));
  INSERT INTO es.subject_keys (subject, wrapped)
    SELECT p_subject, p_new WHERE NOT EXISTS (SELECT 1 FROM es.subject_keys WHERE subject = p_subject) ON CONFLICT DO NOTHING;
  SELECT wrapped INTO found_key FROM es.subject_keys WHERE subject = p_subject;
  IF found_key IS NULL THEN
    RAISE EXCEPTION '% has been erased', p_subject USING ERRCODE = 'ES410';
  END IF;
  RETURN found_key;
END $$;

-- Whether this is still the person's data key; it becomes that where there is none. Kept from being destroyed until the
-- transaction ends.
CREATE OR REPLACE FUNCTION es.hold_data_key(p_subject text, p_wrapped bytea) RETURNS boolean
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

-- Destroys the data keys of these people for ever, once everything that is being encrypted with them is written. For the
-- owner of the log alone.
CREATE OR REPLACE FUNCTION es.destroy_data_keys(p_subjects text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(17751, hashtext(subject)) FROM unnest(p_subjects) subject ORDER BY subject;
  INSERT INTO es.subject_keys AS k (subject, wrapped, destroyed_at)
    SELECT DISTINCT subject, NULL::bytea, now() FROM unnest(p_subjects) subject
    ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, destroyed_at = coalesce(k.destroyed_at, now());
END $$;

-- Remembers that these releases run, [{"service", "readModels"}], and answers the services of which another release was
-- seen in the last p_within. It writes a release at most three times in p_within, and waits for no disk.
CREATE OR REPLACE FUNCTION es.meet_releases(p_releases jsonb, p_within interval) RETURNS TABLE (service text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO es.releases AS r (service, read_models)
    SELECT own->>'service', ARRAY(SELECT jsonb_array_elements_text(own->'readModels')) FROM jsonb_array_elements(p_releases) own
      WHERE NOT EXISTS (SELECT FROM es.releases seen WHERE seen.service = own->>'service'
        AND to_jsonb(seen.read_models) = own->'readModels' AND seen.last_seen_at > clock_timestamp() - p_within / 3)
      ORDER BY 1
    ON CONFLICT (service, read_models) DO UPDATE SET last_seen_at = clock_timestamp();
  RETURN QUERY SELECT DISTINCT r.service FROM es.releases r, jsonb_array_elements(p_releases) own
    WHERE r.service = own->>'service' AND to_jsonb(r.read_models) <> own->'readModels'
      AND r.last_seen_at > clock_timestamp() - p_within;
END $$;
