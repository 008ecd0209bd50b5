import type { DeskPerson } from '@app/contracts/desk/person'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Shows a person as an action has answered them; lists that name them are asked anew. */
export function useShowPerson(): (person: DeskPerson) => void {
  const queries = useQueryClient()
  return (person) => {
    queries.setQueryData(queryKeys.person(person.person.id), person)
    for (const queryKey of [queryKeys.people, queryKeys.conversations, queryKeys.consultations]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
}
