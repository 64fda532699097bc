-- Who is erased is looked for in streams of others. What stands in their own is found by its stream, so that most events
-- need no entry here.
DROP INDEX IF EXISTS es.events_subject;
CREATE INDEX events_subject ON es.events (subject, position) WHERE subject <> stream_id;
