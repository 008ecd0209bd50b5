import type { deskTexts } from '@app/content/ru/ui/desk/shell'
import type { StaffNeed } from '@app/domain/auth/roles'
import type { ComponentType } from 'react'
import { Access } from './access/access.tsx'
import { Today } from './today/today.tsx'

export type DeskView = {
  name: keyof typeof deskTexts.views
  /** Below `/desk`; what it ends in `/*`, the view divides itself. */
  path: string
  needs: StaffNeed
  View: ComponentType
}

/** The views of the desk, in the order in which its navigation names them. */
export const deskViews: readonly DeskView[] = [
  { name: 'today', path: '', needs: 'desk', View: Today },
  { name: 'access', path: 'access', needs: 'desk', View: Access },
]
