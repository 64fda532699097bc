/** One step of a schema's life: `id` is unique inside its owner and its `sql` never changes once released. */
export type Migration = { id: string; sql: string }
