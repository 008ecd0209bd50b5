import { createHash } from 'node:crypto'
import { optionTexts } from '@app/content/ru/options'
import { stepTexts } from '@app/content/ru/questions'

/** Says which words of the quiz a visitor was shown: another one as soon as any of them is changed. */
export const textsVersion = createHash('sha256')
  .update(JSON.stringify([stepTexts, optionTexts]))
  .digest('hex')
  .slice(0, 8)
