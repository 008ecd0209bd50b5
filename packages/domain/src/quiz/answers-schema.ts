import { z } from 'zod'
import { cleanText } from '../text.ts'
import type { Contact, QuizAnswers } from './answers.ts'
import { checkEmail, checkName, checkPhone, normalizeEmail, stripPhone } from './contact.ts'
import { dropUnaskedAnswers } from './drop-unasked-answers.ts'
import { countIssues, describeOther, otherText } from './health-issues.ts'
import { type HealthIssue, quizOptions } from './options.ts'
import { firstGoal, isHealthIssue } from './restore.ts'
import { checkNumber, type ValidationCode } from './validation.ts'

/**
 * The server's validation of answers. Messages are `ValidationCode`s. The quiz's page does not
 * import this file, because zod is large.
 */
const height = z.number().superRefine((value, ctx) => refuse(ctx, checkNumber('height', value)))
const weight = z.number().superRefine((value, ctx) => refuse(ctx, checkNumber('weight', value)))

/** Drops invisible characters instead of refusing all answers. */
const healthIssue = z
  .custom<HealthIssue>(isHealthIssue, 'required')
  .transform((issue) => describeOther([issue], cleanText(otherText([issue])))[0] ?? issue)

const healthIssues = z
  .array(healthIssue)
  .min(1, 'required')
  .max(quizOptions.healthIssues.length, 'too_big')
  .refine((issues) => !issues.includes('none') || countIssues(issues) === 0, 'required')

const goals = z.preprocess(firstGoal, z.enum(quizOptions.goals))

export const quizAnswersSchema = z
  .object({
    gender: z.enum(quizOptions.gender),
    age: z.enum(quizOptions.age),
    height,
    weight,
    dietAttempts: z.enum(quizOptions.dietAttempts),
    healthIssues,
    goals,
    tongueColor: z.enum(quizOptions.tongueColor),
    feelingCold: z.enum(quizOptions.feelingCold),
    bodyHeaviness: z.enum(quizOptions.bodyHeaviness),
    unusualCravings: z.enum(quizOptions.unusualCravings),
    sleepFeeling: z.enum(quizOptions.sleepFeeling),
    eyeWhitesColor: z.enum(quizOptions.eyeWhitesColor),
    dilatedPupils: z.enum(quizOptions.dilatedPupils),
    dominantEmotion: z.enum(quizOptions.dominantEmotion),
    beforeMenstruation: z.enum(quizOptions.beforeMenstruation).optional(),
    sleepProblems: z.enum(quizOptions.sleepProblems),
    afterEating: z.enum(quizOptions.afterEating),
    stopEatingSweets: z.enum(quizOptions.stopEatingSweets),
    doingEverythingRight: z.enum(quizOptions.doingEverythingRight),
    whenHungryChoose: z.enum(quizOptions.whenHungryChoose),
    whenBreakdownsHappen: z.enum(quizOptions.whenBreakdownsHappen),
    consultation: z.enum(quizOptions.consultation),
  })
  .transform((answers: QuizAnswers) => dropUnaskedAnswers(answers))

/**
 * Trims and cleans the contact: no control characters in the name, a lower-case address, no
 * separators in the phone.
 */
export const contactSchema = z.object({
  name: z
    .string()
    .superRefine((value, ctx) => refuseCode(ctx, checkName(value)))
    .transform((value) => cleanText(value).trim()),
  email: z
    .string()
    .superRefine((value, ctx) => refuseCode(ctx, checkEmail(value)))
    .transform((value) => normalizeEmail(value).toLowerCase()),
  phone: z
    .string()
    .superRefine((value, ctx) => refuseCode(ctx, checkPhone(value)))
    .transform(stripPhone),
}) satisfies z.ZodType<Contact>

type Context = { addIssue: (issue: { code: 'custom'; message: string }) => void }

function refuse(ctx: Context, reading: ReturnType<typeof checkNumber>) {
  if (!reading.ok) refuseCode(ctx, reading.code)
}

function refuseCode(ctx: Context, code: ValidationCode | null) {
  if (code) ctx.addIssue({ code: 'custom', message: code })
}
