import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

export type Outcome = { code: number; output: string }

type RunOptions = {
  quiet?: boolean
  env?: Record<string, string>
}

/**
 * Runs a program of `node_modules` (or any on the PATH) from the repository's root. Its words go to the terminal
 * as they come, or are only collected when `quiet`. Never throws: a program that cannot start has code 127.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const bin = path.join(root, 'node_modules/.bin')
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
