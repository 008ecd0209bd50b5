/**
 * True when the server in this container can work: ends with 0 or 1, for the image's health check.
 */
const { PORT = '3000', API_PREFIX = '/api' } = process.env
const prefix = API_PREFIX === '/' ? '' : API_PREFIX
const answer = await fetch(`http://127.0.0.1:${PORT}${prefix}/ready`).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
