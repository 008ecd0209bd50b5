#!/usr/bin/env node

/** The platform without a product: serves it, or does to its data what the arguments say. */
const args = process.argv.slice(2)
if (args.length === 0) await import('./runner/serve.ts')
else {
  const { runCommand } = await import('./runner/run-command.ts')
  const { code, said } = await runCommand(args, process.env)
  process[code === 0 ? 'stdout' : 'stderr'].write(`${said}\n`, () => process.exit(code))
}
