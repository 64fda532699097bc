// variables that a shell sets for psql are not for the product: DATABASE_URL says everything, and the embedded database has its own settings
for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name]
