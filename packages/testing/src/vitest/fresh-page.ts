import { expect, vi } from 'vitest'

/**
 * Files share a process, and with it the modules that were loaded before them. Those of the web app keep the state of a page,
 * so each of its files begins with its own; modules of the server keep nothing.
 */
if (expect.getState().testPath?.includes('/apps/web/')) vi.resetModules()
