import { may, type StaffNeed, type StaffRole } from '@app/domain/auth/roles'
import { createContext, use } from 'react'

/** An answer that was begun: its text, and the ids that make each text one message however often it is sent. */
export type Draft = { idOf: (text: string) => string; text: string }

type Desk = {
  role: StaffRole
  /** Answers that are being written, by contact; they live as long as the desk is open and are kept nowhere. */
  drafts: Map<string, Draft>
}

export const DeskContext = createContext<Desk>({ role: 'technician', drafts: new Map() })

export const useDrafts = () => use(DeskContext).drafts

/** Whether to show what needs that; the server asks for it all the same. */
export function useMay(): (need: StaffNeed) => boolean {
  const { role } = use(DeskContext)
  return (need) => may(role, need)
}
