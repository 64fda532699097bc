-- Which installation this database is: no backup brings the id along, so that a copy that was restored has its own.
CREATE TABLE es.installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- when a backup was restored into it, and when that was made
  restored_at timestamptz,
  backup_made_at timestamptz
);
INSERT INTO es.installation DEFAULT VALUES;
