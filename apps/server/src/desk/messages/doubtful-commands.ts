import { parseCommand } from '@app/domain/messages/command'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** So many unanswered messages are read, the newest. */
const maxMessages = 1_000

/** By person who waits: the newest message that may ask for no more messages, which only somebody who reads it can tell. */
export async function findDoubtfulSayings(db: Kysely<Tables>): Promise<Map<string, string>> {
  const { rows } = await sql<{ person_id: string; text: string }>`
    select theirs.person_id, heard.text
    from desk_people
    join desk_person_contacts as theirs on theirs.person_id = desk_people.id
    join inbound_messages as heard on heard.contact_id = theirs.contact_id and heard.written_at >= theirs.waits_since
    where desk_people.waits_since is not null and heard.command is null and heard.type <> 'reaction'
      and heard.text is not null
    order by heard.written_at desc limit ${maxMessages}`.execute(db)
  const doubtful = rows.filter(({ text }) => parseCommand(text) === 'doubtful')
  // Of two messages of a person the newer one, which comes first, is set last.
  return new Map(doubtful.toReversed().map(({ person_id, text }) => [person_id, text]))
}
