import { accessTexts as texts } from '@app/content/ru/ui/desk/access'
import type { StaffMember } from '@app/contracts/desk/staff'
import { useQueryClient } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Action } from '../parts/action.tsx'
import { focusHeading } from '../parts/toast-provider.tsx'
import { dismiss } from './staff-queries.ts'

/** Revokes a role after a confirmation. */
export function DismissButton({ member: { userId, email } }: { member: StaffMember }) {
  const config = useConfig()
  const queries = useQueryClient()
  const who = email ?? texts.someone
  return (
    <Action
      name="dismiss"
      label={texts.dismiss}
      confirm={{ text: texts.dismissText(who), submit: texts.confirm }}
      isGrave
      done={texts.dismissed(who)}
      run={async () => queries.setQueryData(queryKeys.staff, await dismiss(config, userId))}
      onDone={focusHeading}
    />
  )
}
