-- 0.1 had one table for each read model, in the schema of its service. They are made anew, each version in a schema of its own.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN SELECT DISTINCT s.name, c.oid::regclass AS table_name FROM es.subscriptions s
    JOIN pg_class c ON c.oid = to_regclass(lower(regexp_replace(s.name, '([A-Z])', '_\1', 'g'))) AND c.relkind = 'r'
    WHERE s.kind <> 'reactor'
  LOOP
    EXECUTE format('DROP TABLE %s', old.table_name);
    DELETE FROM es.parked WHERE subscription = old.name;
    DELETE FROM es.subscriptions WHERE name = old.name;
  END LOOP;
END $$;
