-- Takes the demonstration out of a store, for a role that may neither change nor delete events itself. Run again whenever this
-- file changes.

-- It is put into a log alone that has nothing but users, so that the first event beside them says it.
CREATE OR REPLACE FUNCTION es.has_demonstration() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = es, pg_temp AS $$
  SELECT coalesce((SELECT e.metadata->>'demo' = 'true' FROM es.events e
    WHERE e.stream_id NOT LIKE 'member-%' AND e.stream_id NOT LIKE 'user-%' ORDER BY e.position LIMIT 1), false)
$$;

-- `customer` of `customer-42`, and of `erasure-customer-42`
CREATE OR REPLACE FUNCTION es.stream_kind(p_stream text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(regexp_replace(p_stream, '-[^-]*$', ''), '^erasure-', '')
$$;

-- Settings, what sends, the price book, users, and what was made of the demonstration are no part of it.
CREATE OR REPLACE FUNCTION es.outlives_demonstration(p_stream text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT es.stream_kind(p_stream) IN ('business', 'setup', 'messaging', 'senders', 'sender-test', 'price-item', 'user', 'member', 'demonstration')
$$;

-- What was made beside the demonstration. `is_about_demonstration`: for or of a person of the demonstration.
CREATE OR REPLACE FUNCTION es.records_beside_demonstration()
RETURNS TABLE (kind text, id text, name text, is_about_demonstration boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = es, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH streams AS (
    SELECT e.stream_id, es.stream_kind(e.stream_id) AS kind, regexp_replace(e.stream_id, '^.*-', '') AS id, e.type, e.data,
      coalesce(e.metadata->>'demo' = 'true', false) AS is_demo
    FROM es.events e WHERE e.version = 1 AND NOT es.outlives_demonstration(e.stream_id) AND e.stream_id NOT LIKE 'erasure-%'),
  converted AS (
    SELECT 'customer-' || (e.data->>'customerId') AS stream_id FROM es.events e JOIN streams s USING (stream_id)
    WHERE e.type = 'LeadConverted' AND s.is_demo),
  -- another name or contact may be that of a real person; which fields are encrypted can be read
  changed AS (
    SELECT DISTINCT e.stream_id FROM es.events e
    WHERE e.type IN ('CustomerDetailsChanged', 'LeadDetailsChanged') AND e.metadata->>'demo' IS DISTINCT FROM 'true'
      AND e.data->'$sealed'->'fields' ?| array['firstName', 'lastName', 'email', 'phone']),
  removed AS (
    SELECT DISTINCT ON (e.stream_id) e.stream_id, e.type FROM es.events e
    WHERE e.type IN ('CustomerRemoved', 'LeadRemoved', 'LeadRestored', 'AppointmentDeleted', 'AppointmentRestored')
    ORDER BY e.stream_id, e.version DESC),
  own AS (
    SELECT s.kind, s.id,
      CASE s.kind
        WHEN 'customer' THEN s.is_demo OR s.stream_id IN (SELECT c.stream_id FROM converted c)
        WHEN 'lead' THEN s.is_demo
        WHEN 'appointment' THEN true
        WHEN 'quote' THEN true
        WHEN 'invoice' THEN true
        WHEN 'message' THEN s.type <> 'ContactMessageReceived'
        ELSE false
      END AS is_about_demonstration,
      s.stream_id IN (SELECT c.stream_id FROM changed c) AS is_changed, s.is_demo,
      s.type = 'MessageWritten' AND s.data->>'cause' <> 'staff' AS is_automatic
    FROM streams s
    -- what is of a customer is covered by that customer, as a link to one of their documents is
    WHERE s.kind NOT IN
          ('customer-import', 'customer-link', 'conversation', 'consent', 'contact', 'contact-read', 'reminder', 'invoice')
        OR s.kind = 'invoice' AND s.id <> 'numbers'
  )
  SELECT o.kind, o.id,
    CASE o.kind
      WHEN 'customer' THEN (SELECT concat_ws(' ', c.first_name, c.last_name) FROM crm.customers c WHERE c.id::text = o.id)
      WHEN 'lead' THEN (SELECT concat_ws(' ', l.first_name, l.last_name) FROM crm.leads l WHERE l.id::text = o.id)
    END,
    o.is_about_demonstration
  FROM own o LEFT JOIN removed r ON r.stream_id = o.kind || '-' || o.id
  WHERE coalesce(r.type NOT IN ('CustomerRemoved', 'LeadRemoved', 'AppointmentDeleted'), true)
    AND NOT o.is_automatic
    AND CASE WHEN o.kind IN ('customer', 'lead') THEN NOT o.is_about_demonstration OR o.is_changed ELSE NOT o.is_demo END
  ORDER BY o.is_about_demonstration, o.kind, length(o.id), o.id;
END $$;

-- Removes the demonstration and records that; answers the position of the log, or null when there is none. One transaction: it
-- is all there or all gone. Positions and ids go on from where they were. SQLSTATE ES423: it cannot be done now, and why.
-- p_with_own_work: what was made for people of the demonstration goes with them.
CREATE OR REPLACE FUNCTION es.remove_demonstration(p_metadata jsonb, p_with_own_work boolean) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
DECLARE
  read_model record;
  holding record;
BEGIN
  PERFORM set_config('lock_timeout', '3s', true);
  -- From here on no subscription has a batch and no append is on its way. A batch may append, so its lock is first.
  LOCK TABLE es.subscriptions IN EXCLUSIVE MODE;
  LOCK TABLE es.events IN EXCLUSIVE MODE;
  IF NOT es.has_demonstration() THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM es.unfinished_restore) THEN
    RAISE EXCEPTION 'A restore into this database is not finished. Finish it first.' USING ERRCODE = 'ES423';
  END IF;
  IF EXISTS (SELECT FROM es.releases WHERE last_seen_at > now() - interval '1 minute' GROUP BY service HAVING count(*) > 1) THEN
    RAISE EXCEPTION 'An upgrade is on its way. Try again when it is finished.' USING ERRCODE = 'ES423';
  END IF;
  IF EXISTS (SELECT FROM es.records_beside_demonstration() r WHERE NOT (r.is_about_demonstration AND p_with_own_work)) THEN
    RAISE EXCEPTION 'Not everything is of the demonstration.' USING ERRCODE = 'ES423';
  END IF;

  FOR read_model IN
    SELECT s.name, split_part(s.name, '.', 1) AS schema,
      split_part(s.name, '.', 1) || '_' || lower(regexp_replace(split_part(s.name, '.', 2), '([A-Z])', '_\1', 'g')) || '_v' || s.version AS own_schema
    -- the price book stays as a whole, and its rows with it
    FROM es.subscriptions s WHERE s.kind <> 'reactor' AND s.name <> 'billing.priceItems'
  LOOP
    -- what is being rebuilt would come back with the table that takes its place
    IF NOT pg_try_advisory_xact_lock(17749, hashtext(read_model.name)) THEN
      RAISE EXCEPTION '% is being rebuilt. Try again when that is finished.', read_model.name USING ERRCODE = 'ES423';
    END IF;
    FOR holding IN
      SELECT t.schemaname, t.tablename FROM pg_tables t
      WHERE t.schemaname IN (read_model.own_schema, read_model.schema || '_rebuild')
        OR t.schemaname = read_model.schema AND t.tablename = 'idempotency'
    LOOP
      EXECUTE format('DELETE FROM %I.%I', holding.schemaname, holding.tablename);
    END LOOP;
  END LOOP;
  DELETE FROM messaging.deliveries WHERE about IS NULL OR NOT es.outlives_demonstration(about);
  DELETE FROM es.parked WHERE NOT es.outlives_demonstration(stream_id);
  DELETE FROM es.subject_keys WHERE NOT es.outlives_demonstration(subject);
  DELETE FROM es.events WHERE NOT es.outlives_demonstration(stream_id);
  -- read models of what is left, such as of settings, are filled again from the beginning, which is short now
  UPDATE es.subscriptions SET last_error = NULL, position = CASE WHEN kind = 'projection' AND name <> 'billing.priceItems' THEN 0 ELSE position END;

  RETURN (
    SELECT appended.positions[1] FROM es.append('demonstration-1', NULL, ARRAY[gen_random_uuid()], ARRAY['DemonstrationRemoved'],
      ARRAY[1::smallint], ARRAY[jsonb_build_object('removedAt', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))],
      p_metadata, NULL::text, '{}'::text[], '{}'::bytea[], NULL::int) appended);
END $$;

-- what deletes is for those alone who are granted it
REVOKE EXECUTE ON FUNCTION es.records_beside_demonstration(), es.remove_demonstration(jsonb, boolean) FROM PUBLIC;
