#!/usr/bin/env node

/** Runs the platform without a product. */
await import('./runner/serve.ts')
