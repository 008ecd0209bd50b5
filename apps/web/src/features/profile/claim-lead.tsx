import { profileTexts } from '@app/content/ru/ui/profile'
import { formatDay } from '@app/content/ru/writing/date'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { claimLeadMutation } from './lead-mutations.ts'
import type { ProfileLead } from './profile.ts'

const texts = profileTexts.confirm

/**
 * Asks the owner of the e-mail, once, whether an attempt that came without sign-in is theirs.
 * Saying no takes a second press, because it takes the attempt out of the cabinet.
 */
export function ClaimLead({ lead }: { lead: ProfileLead }) {
  const claim = useMutation(claimLeadMutation(useConfig(), lead.id))
  const [isRemoving, setRemoving] = useState(false)
  return (
    <section
      aria-labelledby="claim-title"
      className="rounded-card border border-amber-line bg-amber-soft p-5 sm:p-7"
    >
      <h2 id="claim-title" className="headline text-xl leading-snug">
        {isRemoving ? texts.removeTitle : texts.title}
      </h2>
      <p className="mt-2 max-w-[40rem] text-label">
        {isRemoving ? texts.removeText : texts.text(formatDay(new Date(lead.createdAt)))}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isRemoving ? (
          <>
            <Button variant="outline" onClick={() => setRemoving(false)} disabled={claim.isPending}>
              {texts.keep}
            </Button>
            <Button variant="destructive" busy={claim.isPending} onClick={() => claim.mutate(false)}>
              {texts.remove}
            </Button>
          </>
        ) : (
          <>
            <Button busy={claim.isPending} onClick={() => claim.mutate(true)}>
              {texts.yes}
            </Button>
            <Button variant="outline" onClick={() => setRemoving(true)} disabled={claim.isPending}>
              {texts.no}
            </Button>
          </>
        )}
      </div>
      {claim.isError && (
        <Alert variant="error" className="mt-4">
          {texts.failed}
        </Alert>
      )}
    </section>
  )
}
