import { runServer } from './run-server.ts'

// Whatever this process writes is for its own user alone.
process.umask(0o077)
await runServer(process.env)
