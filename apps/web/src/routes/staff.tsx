import { useLocation } from 'react-router'
import DeskRoute from './desk.tsx'
import MiscRoute from './misc.tsx'

/** The doors of what is not for everybody, in one script: the first one of every visitor names it once. */
export default function StaffRoute() {
  return useLocation().pathname.startsWith('/misc') ? <MiscRoute key="misc" /> : <DeskRoute key="desk" />
}
