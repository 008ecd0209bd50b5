import { runServer } from './run-server.ts'

// All files of this process are private.
process.umask(0o077)
await runServer(process.env)
