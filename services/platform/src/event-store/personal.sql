-- Whose personal fields an event holds: they are sealed with that person's key.
ALTER TABLE es.events ADD COLUMN IF NOT EXISTS subject text;

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
