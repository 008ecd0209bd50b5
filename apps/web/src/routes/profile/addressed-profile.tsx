import { QueryClientProvider } from '@tanstack/react-query'
import type { ProfileSource } from '#web/features/profile/profile-source.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { DataProfile } from './data-profile.tsx'
import { SharedProfile } from './shared-profile.tsx'

/** The profile that the address names, in a script without an account's: whoever is sent a result fetches no sign-in for it. */
export default function AddressedProfile({ source }: { source: Exclude<ProfileSource, { kind: 'latest' }> }) {
  return (
    <QueryClientProvider client={queryClient}>
      {source.kind === 'data' ? <DataProfile text={source.text} /> : <SharedProfile token={source.token} />}
    </QueryClientProvider>
  )
}
