import { hasPermission, type StaffPermission, type StaffRole } from '@app/domain/auth/roles'
import { createContext, useContext } from 'react'

export const DeskContext = createContext<{ role: StaffRole }>({ role: 'technician' })

/** Returns true when to show what needs that; the server asks for it all the same. */
export function useMay(): (need: StaffPermission) => boolean {
  const { role } = useContext(DeskContext)
  return (need) => hasPermission(role, need)
}
