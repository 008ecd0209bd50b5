import { Pool, type PoolConfig } from 'pg'

/** A pool whose connections PostgreSQL may drop at any time: statements under way are refused, and the next connects anew. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // Without listeners a dropped connection ends the process: an idle one by the pool, one in use by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
