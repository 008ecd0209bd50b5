import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** Passes on what it is sent to everybody who is connected, as `ws` does it with no one to look after them. */
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => {
    for (const other of sockets.clients) other.send(data, { binary: isBinary })
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))
process.once('SIGTERM', () => process.exit())
