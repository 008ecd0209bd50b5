import { accessTexts as texts } from '@app/content/ru/ui/desk/access'
import type { StaffMember } from '@app/contracts/desk/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { refusalText } from '../parts/answered.tsx'
import { FreshProof, wantsProof } from '../parts/fresh-proof.tsx'
import { dismiss } from './staff-queries.ts'

/** Takes a role away, after a second press. */
export function DismissButton({ member }: { member: StaffMember }) {
  const config = useConfig()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const dismissal = useMutation({
    mutationKey: ['desk', 'dismiss'],
    mutationFn: () => dismiss(config, member.userId),
    onSuccess: (members) => queries.setQueryData(queryKeys.staff, members),
  })
  const keep = () => {
    dismissal.reset()
    setAsking(false)
  }

  if (!isAsking) {
    return (
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        {texts.dismiss}
      </Button>
    )
  }
  if (wantsProof(dismissal.error)) {
    return <FreshProof submit={texts.confirm} onShown={dismissal.mutate} onKept={keep} />
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={dismissal.isPending} onClick={keep}>
          {texts.keep}
        </Button>
        <Button variant="destructive" size="sm" busy={dismissal.isPending} onClick={() => dismissal.mutate()}>
          {texts.confirm}
        </Button>
      </div>
      {dismissal.error && <Alert variant="error">{refusalText(dismissal.error)}</Alert>}
    </div>
  )
}
