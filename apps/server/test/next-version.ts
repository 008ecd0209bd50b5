import { runServer } from '../src/run-server.ts'

/** The product as it is run, with the migrations of another version of it. */
const { MIGRATIONS_DIR, ...environment } = process.env
await runServer(environment, { migrationsDir: MIGRATIONS_DIR })
