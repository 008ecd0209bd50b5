import { createServer, type IncomingMessage } from 'node:http'
import { openSyncedBare } from './bare.ts'
import type { lead } from './client.ts'

/** Serves PGlite by `node:http` alone: a lead is inserted by POST and read by anything else, whoever asks. */
const bare = await openSyncedBare(process.env.DATA_DIR ?? '')
const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    await bare.insertLead(JSON.parse(await textOf(request)) as typeof lead)
    response.writeHead(201).end()
    return
  }
  const { rows } = await bare.readLatest()
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(rows))
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))
process.once('SIGTERM', () => void bare.close().then(() => process.exit()))

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
