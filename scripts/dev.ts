import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadEnv } from './load-env.ts'
import { root } from './run.ts'

/** Serves the product with both halves reloading: pages on port 3000, the server behind them on 3001. */
const serverPort = '3001'
const children: ChildProcess[] = []
loadEnv()

start(process.execPath, ['--watch', 'apps/server/src/main.ts'], {
  PORT: serverPort,
  SITE_URL: process.env.SITE_URL ?? 'http://localhost:3000',
})
await untilReady(`http://localhost:${serverPort}/api/ready`)
start('npm', ['exec', '-w', '@app/web', '--', 'vite', '--port', '3000', '--strictPort'], {})

function start(command: string, args: string[], env: Record<string, string>): void {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  child.on('close', stopAll)
  children.push(child)
}

/** When one half ends, the other has no use. */
function stopAll(): void {
  for (const child of children) child.kill()
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(200)
  }
}
