-- Read models of several releases live side by side, each version in a schema of its own. While two releases run, each
-- keeps its own versions current with what the other appends: an event says which release of its service wrote it.
CREATE TABLE es.releases (
  service text NOT NULL,
  -- versions of read models: crm.leads@3
  read_models text[] NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (service, read_models)
);

-- empty: rows of read models were not written together with it, or by a release that did not say so
ALTER TABLE es.events ADD COLUMN writer int;
