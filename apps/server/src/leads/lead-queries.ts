import type { SharedResult } from '@app/contracts/leads'
import { quizAnswersSchema } from '@app/domain/quiz/answers-schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { toResult } from './lead-repository.ts'

/** Finds the result of a token; null for an unknown one. */
export async function findSharedResult(
  db: Kysely<Tables>,
  resultToken: string,
): Promise<SharedResult | null> {
  const row = await db
    .selectFrom('quiz_leads')
    .select(['name', 'quiz_answers', 'category', 'rules_version', 'scores', 'result_token', 'created_at'])
    .where('result_token', '=', resultToken)
    .executeTakeFirst()
  if (!row) return null
  return {
    name: row.name ?? '',
    answers: quizAnswersSchema.parse(row.quiz_answers),
    result: toResult(row),
    createdAt: row.created_at.toISOString(),
  }
}
