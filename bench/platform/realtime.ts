/** The part of `npm run bench:platform` that is about realtime, alone. */
import { compareBroadcasts } from './broadcasts.ts'

await compareBroadcasts()
