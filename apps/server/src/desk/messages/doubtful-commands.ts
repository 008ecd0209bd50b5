import { parseCommand } from '@app/domain/messages/command'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** The number of the newest unanswered messages that are read. */
const maxMessages = 1_000

/** Finds, for each waiting person, the newest message that may ask to stop. */
export async function findDoubtfulCommands(db: Kysely<Tables>): Promise<Map<string, string>> {
  const { rows } = await sql<{ person_id: string; text: string }>`
    select theirs.person_id, heard.text
    from desk_people
    join desk_person_contacts as theirs on theirs.person_id = desk_people.id
    join inbound_messages as heard on heard.contact_id = theirs.contact_id and heard.written_at >= theirs.waits_since
    where desk_people.waits_since is not null and heard.command is null and heard.type <> 'reaction'
      and heard.text is not null
    order by heard.written_at desc limit ${maxMessages}`.execute(db)
  const doubtful = rows.filter(({ text }) => parseCommand(text) === 'doubtful')
  // The map keeps the last entry of a person, so the newer message is set last.
  return new Map(doubtful.toReversed().map(({ person_id, text }) => [person_id, text]))
}
