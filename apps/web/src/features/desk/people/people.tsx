import { Route, Routes } from 'react-router'
import { ImportPage } from '../imports/import-page.tsx'
import { PersonPage } from '../person/person-page.tsx'
import { PeopleList } from './people-list.tsx'

/** Routes between the list and a person. */
export function People() {
  return (
    <Routes>
      <Route index element={<PeopleList />} />
      <Route path="import" element={<ImportPage />} />
      <Route path=":personId" element={<PersonPage />} />
    </Routes>
  )
}
