import { sql } from 'kysely'

/** An order of what people wrote: what asks for an answer comes before what asks for none, a reaction or a word to the mailing. */
export const questionsFirst = sql`(type = 'reaction' or command is not null), written_at desc`
