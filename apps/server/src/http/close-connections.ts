import plugin from 'fastify-plugin'

export type StoppingOptions = {
  /** Returns true when the server is about to close. */
  isStopping: () => boolean
}

/**
 * Closes connections with the last answer during a shutdown, because clients would otherwise reuse
 * them.
 */
export const closeConnections = plugin<StoppingOptions>(
  async (app, { isStopping }) => {
    app.addHook('onSend', async (_request, reply) => {
      if (isStopping()) reply.header('connection', 'close')
    })
  },
  { name: 'close-connections' },
)
