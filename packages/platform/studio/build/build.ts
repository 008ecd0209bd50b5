import { buildStudioIfStale } from './build-studio.ts'

await buildStudioIfStale()
