import type { deskTexts } from '@app/content/ru/ui/desk/shell'
import type { StaffPermission } from '@app/domain/auth/roles'
import type { ComponentType } from 'react'
import { Access } from './access/access.tsx'
import { Funnel } from './funnel/funnel.tsx'
import { Journal } from './journal/journal.tsx'
import { Messages } from './messages/messages.tsx'
import { Money } from './money/money.tsx'
import { People } from './people/people.tsx'
import { Today } from './today/today.tsx'

export type DeskView = {
  name: keyof typeof deskTexts.views
  /** Below `/desk`; what it ends in `/*`, the view divides itself. */
  path: string
  needs: StaffPermission
  View: ComponentType
}

/** The views of the desk, in the order in which its navigation names them. */
export const deskViews: readonly DeskView[] = [
  { name: 'today', path: '', needs: 'desk', View: Today },
  { name: 'people', path: 'people/*', needs: 'people', View: People },
  { name: 'messages', path: 'messages', needs: 'messages', View: Messages },
  { name: 'money', path: 'money/*', needs: 'money', View: Money },
  { name: 'funnel', path: 'funnel', needs: 'figures', View: Funnel },
  { name: 'journal', path: 'journal', needs: 'journal', View: Journal },
  { name: 'access', path: 'access', needs: 'desk', View: Access },
]
