#!/usr/bin/env node

/** The platform without a product. */
await import('./runner/serve.ts')
