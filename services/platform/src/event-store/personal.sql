-- Whose personal fields an event holds: they are sealed with that person's key.
ALTER TABLE es.events ADD COLUMN IF NOT EXISTS subject text;
CREATE INDEX IF NOT EXISTS events_subject ON es.events (subject, position) WHERE subject IS NOT NULL;

-- One key a person, wrapped by the master key. Erasing a person sets it to null; the row stays, so that nothing
-- can be sealed for them again.
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

-- The person's wrapped key, made from p_new the first time. Shared with other appends until the transaction ends, so
-- that erasing waits for what is being written and nothing is written after it.
CREATE FUNCTION es.subject_key(p_subject text, p_new bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
DECLARE
  found_key bytea;
BEGIN
  SELECT wrapped INTO found_key FROM es.subject_keys WHERE subject = p_subject FOR SHARE;
  IF NOT FOUND THEN
    INSERT INTO es.subject_keys (subject, wrapped) VALUES (p_subject, p_new) ON CONFLICT DO NOTHING;
    SELECT wrapped INTO found_key FROM es.subject_keys WHERE subject = p_subject FOR SHARE;
  END IF;
  IF found_key IS NULL THEN
    RAISE EXCEPTION '% has been erased', p_subject USING ERRCODE = 'ES410';
  END IF;
  RETURN found_key;
END $$;
