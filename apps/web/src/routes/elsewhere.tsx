import { useLocation } from 'react-router'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import NotFoundRoute from './not-found.tsx'

const none = {}
const staffPage = pagePart(() => import('./staff.tsx'))

/** Every other address: the pages of the staff, which no visitor's first script has to know, or nothing. */
export default function ElsewhereRoute() {
  const isOfStaff = /^\/(desk|misc)(\/|$)/.test(useLocation().pathname)
  return isOfStaff ? <LazyPart part={staffPage} props={none} /> : <NotFoundRoute />
}
