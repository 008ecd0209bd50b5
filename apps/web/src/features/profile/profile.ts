import type { LeadRow } from '@app/contracts/lead-row'
import type { SharedResult } from '@app/contracts/leads'
import { isRecord } from '@app/domain/is-record'
import type { LeadOwnership } from '@app/domain/leads/ownership'
import type { AnswersSoFar, QuizAnswers } from '@app/domain/quiz/answers'
import { isComplete } from '@app/domain/quiz/is-complete'
import { isHealthIssue, restoreAnswers } from '@app/domain/quiz/restore'
import {
  categoryOf,
  fallbackSubcategory,
  parseStoredCategory,
  type Scores,
} from '@app/domain/result/categories'
import { classifyResult, type QuizResult } from '@app/domain/result/result'

/** An attempt on the profile page. */
export type Profile = {
  name: string | null
  /** All valid answers; a forged address may hold only some. */
  answers: Partial<QuizAnswers>
  /** Null for incomplete answers. */
  judged: ClassifiedAnswers | null
  lead: ProfileLead | null
  /** The browser's id; null when unknown. */
  attemptId: string | null
  /** True for data from the address, whose words the page must not quote as its own. */
  isAddressed?: true
}

export type ClassifiedAnswers = {
  answers: QuizAnswers
  result: QuizResult
  /** True when the stored subcategory is unknown and A1 replaces it. */
  isFallback?: true
}

export type ProfileLead = {
  id: string
  ownership: LeadOwnership
  /** ISO 8601. */
  createdAt: string
}

/** Reads `?data=`: answers, with or without a `contact`. Null when the text is no JSON or holds no answer at all. */
export function profileFromData(text: string): Profile | null {
  const raw = parseJson(text)
  if (!isRecord(raw)) return null
  const { answers, complete } = parseAnswers(raw)
  if (Object.keys(answers).length === 0) return null
  const contact = isRecord(raw.contact) ? raw.contact : {}
  return {
    name: addressedName(contact.name),
    answers,
    judged: complete && { answers: complete, result: classifyResult(complete) },
    lead: null,
    attemptId: null,
    isAddressed: true,
  }
}

type FinishedQuiz = { attemptId: string; name: string; answers: QuizAnswers }

/** The profile of an attempt that has just been finished on this page. */
export function profileFromFinished({ attemptId, name, answers }: FinishedQuiz): Profile {
  return {
    name: nameOf(name),
    answers,
    judged: { answers, result: classifyResult(answers) },
    lead: null,
    attemptId,
  }
}

/**
 * The fields of a contract before they are read. Its schema would take longer to come than the
 * page, and refuse what older answers can still tell.
 */
type UncheckedFields<Contract> = { readonly [Field in keyof Contract]?: unknown }

/** Reads what `GET /leads/result/{token}` answers. Null when it is not what this page knows. */
export function profileFromShared(body: unknown): Profile | null {
  if (!isRecord(body)) return null
  const shared: UncheckedFields<SharedResult> = body
  const { answers, complete } = parseAnswers(shared.answers)
  if (!complete || !isRecord(shared.result)) return null
  const { subCategory, scores, rulesVersion }: UncheckedFields<SharedResult['result']> = shared.result
  return {
    name: addressedName(shared.name),
    answers,
    judged: toClassifiedAnswers({ stored: subCategory, scores, rulesVersion }, complete),
    lead: null,
    attemptId: null,
    isAddressed: true,
  }
}

/**
 * Parses a row of `quiz_leads`. A row without a rules version was written by a browser, so its
 * answers are classified anew.
 */
export function profileFromLead(value: unknown): Profile | null {
  if (!isRecord(value)) return null
  const row: UncheckedFields<LeadRow> = value
  if (typeof row.id !== 'string' || typeof row.created_at !== 'string') return null
  const { answers, complete } = parseAnswers(row.quiz_answers)
  const { category: stored, scores, rules_version: rulesVersion } = row
  return {
    name: nameOf(row.name),
    answers,
    judged: complete && toClassifiedAnswers({ stored, scores, rulesVersion }, complete),
    lead: { id: row.id, createdAt: row.created_at, ownership: parseOwnership(row.ownership) },
    attemptId: typeof row.attempt_id === 'string' ? row.attempt_id : null,
  }
}

type StoredResult = { stored: unknown; scores: unknown; rulesVersion: unknown }

/** An unknown subcategory falls back to A1 (specification, section 2). */
function toClassifiedAnswers(
  { stored, scores, rulesVersion }: StoredResult,
  answers: QuizAnswers,
): ClassifiedAnswers {
  if (typeof rulesVersion !== 'string') return { answers, result: classifyResult(answers) }
  const known = parseStoredCategory(typeof stored === 'string' ? stored : null)
  const subCategory = known ?? fallbackSubcategory
  const result = {
    mainCategory: categoryOf(subCategory),
    subCategory,
    scores: isScores(scores) ? scores : classifyResult(answers).scores,
    rulesVersion,
  }
  return known ? { answers, result } : { answers, result, isFallback: true }
}

type ParsedAnswers = { answers: Partial<QuizAnswers>; complete: QuizAnswers | null }

function parseAnswers(value: unknown): ParsedAnswers {
  const raw = isRecord(value) ? value : {}
  const restored: AnswersSoFar = restoreAnswers(raw)
  const { healthIssues, ...others } = restored
  return {
    answers: hasIssues(raw.healthIssues) ? restored : others,
    complete: isComplete(restored) ? restored : null,
  }
}

/** Returns true when issues were given, and not just the default `none`. */
function hasIssues(value: unknown): boolean {
  return Array.isArray(value) && value.some(isHealthIssue)
}

function parseOwnership(value: unknown): LeadOwnership {
  return value === 'linked' || value === 'anonymous' ? value : 'own'
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 100) : null
}

/** A name that came by an address, if it is one: a few letters are no message. */
function addressedName(value: unknown): string | null {
  const name = nameOf(value)
  return name && name.length <= 40 && /^[\p{Script=Cyrillic}\p{Script=Latin} '’-]+$/u.test(name) ? name : null
}

function isScores(value: unknown): value is Scores {
  return isRecord(value) && [value.A, value.B, value.C].every((points) => typeof points === 'number')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
