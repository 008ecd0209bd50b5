import type { Readable } from 'node:stream'

/** As much of a server's log as functions write to. */
export type FunctionLog = Record<'info' | 'warn', (about: { function: string }, line: string) => void>

const longestLine = 4000
const bytesASecond = 64 * 1024

/**
 * Logs what a function prints, line by line. One that prints without end is not read on for a while: it waits, and neither the log nor
 * this process's memory fills.
 */
export function logLines(output: Readable, log: (line: string) => void): void {
  let rest = ''
  let budget = bytesASecond
  output.setEncoding('utf8')
  output.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) lines.push(rest.slice(0, longestLine))
    if (rest.length > longestLine) rest = ''
    for (const line of lines) if (line.trim() !== '') log(line.slice(0, longestLine))
    budget -= text.length
    if (budget > 0) return
    output.pause()
    setTimeout(() => {
      budget = bytesASecond
      output.resume()
    }, 1000).unref()
  })
  output.on('end', () => {
    if (rest.trim() !== '') log(rest)
  })
}
