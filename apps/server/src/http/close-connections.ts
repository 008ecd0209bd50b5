import plugin from 'fastify-plugin'

/**
 * Ends the connection with the answer once the server is closing. Without it a browser keeps its connection for
 * the next request, and the server waits for a request that it would refuse.
 */
export const closeConnections = plugin(
  async (app) => {
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })
    app.addHook('onSend', async (_request, reply) => {
      if (isClosing) reply.header('connection', 'close')
    })
  },
  { name: 'close-connections' },
)
