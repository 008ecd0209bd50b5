import plugin from 'fastify-plugin'

export type StoppingOptions = {
  /** Returns true when the server is about to close. */
  isStopping: () => boolean
}

/**
 * Ends the connection with the answer once the server is about to close. Without it a browser or a
 * proxy keeps its connection for the next request, which would meet a server that has gone.
 */
export const closeConnections = plugin<StoppingOptions>(
  async (app, { isStopping }) => {
    app.addHook('onSend', async (_request, reply) => {
      if (isStopping()) reply.header('connection', 'close')
    })
  },
  { name: 'close-connections' },
)
