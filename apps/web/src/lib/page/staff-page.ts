import { useLayoutEffect } from 'react'

/** Says in the page that it is the staff's, for as long as what calls this is shown: visitors' links and words are not drawn there. */
export function useStaffPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.staff = ''
    return () => {
      delete dataset.staff
    }
  }, [])
}
