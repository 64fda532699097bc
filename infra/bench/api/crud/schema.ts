import type { Pool } from '@plumbline/platform/db'

/** The tables of the product's read models with the rows they hold, kept by hand from here on. */
export async function createCrudTables(admin: Pool): Promise<void> {
  await admin.query(`
    CREATE SCHEMA crud;
    CREATE TABLE crud.customers (LIKE crm.customers INCLUDING ALL);
    CREATE TABLE crud.appointments (LIKE scheduling.appointments INCLUDING ALL);
    CREATE TABLE crud.idempotency (scope text NOT NULL, key text NOT NULL, fingerprint text NOT NULL,
      answer jsonb, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (scope, key));
    CREATE INDEX ON crud.idempotency (created_at);
    INSERT INTO crud.customers SELECT * FROM crm.customers ORDER BY id;
    INSERT INTO crud.appointments SELECT * FROM scheduling.appointments ORDER BY id;
    ALTER TABLE crud.customers DROP COLUMN shown;
    ALTER TABLE crud.appointments DROP COLUMN shown, DROP COLUMN searched;
    CREATE SEQUENCE crud.customer_id AS integer OWNED BY crud.customers.id;
    SELECT setval('crud.customer_id', (SELECT max(id) FROM crud.customers));
    ALTER TABLE crud.customers ALTER id SET DEFAULT nextval('crud.customer_id'),
      ALTER version SET DEFAULT 1, ALTER created_at SET DEFAULT now(), ALTER updated_at SET DEFAULT now();
    ALTER TABLE crud.appointments ADD FOREIGN KEY (customer_id) REFERENCES crud.customers`)
  // written anew, without the column that is gone and with the room that read models have
  await admin.query('ALTER TABLE crud.customers SET (fillfactor = 80)')
  await admin.query('ALTER TABLE crud.appointments SET (fillfactor = 80)')
  await admin.query('VACUUM FULL ANALYZE crud.customers, crud.appointments')
  // which leaves no map of what every transaction sees, as what vacuums by itself would
  await admin.query('VACUUM crud.customers, crud.appointments')
}
