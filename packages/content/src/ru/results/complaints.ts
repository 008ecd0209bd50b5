import { typeset, typesetLine } from '../writing/typeset.ts'
import type { Advice } from './result-text.ts'

/**
 * From when on cold is a doctor's to hear of, wherever that is said: often, as the answer has it, and not now and then. On screen
 * it is told to whoever answered so (below); paper goes to everybody, and names the threshold in these words.
 */
export const oftenCold = typesetLine('часто зябко даже в тепле')

/**
 * Of complaints that no result is about: whatever the category, whoever named one reads of it. When to go to a doctor, what to do
 * until then, and nothing that could harm; never what the complaint comes from.
 */
export const complaintAdvice = typeset([
  {
    says: 'coldOften',
    title: 'О зябкости скажите терапевту',
    text: 'Вы часто мёрзнете: спросите о щитовидной железе и о железе в крови, их проверяют анализами. А пока одевайтесь теплее.',
  },
  {
    says: 'swollen',
    title: 'Отёки покажите терапевту',
    text: 'Сами мочегонных не пейте и воду не урезайте. Внезапно отекли лицо или губы, опухла и болит одна нога — звоните 103.',
  },
  {
    says: 'troubledDigestion',
    title: 'О пищеварении скажите терапевту',
    text: 'Записывайте, что и когда беспокоит: эти записи помогут на приёме. Внезапная сильная боль в животе — звоните 103.',
  },
] as const satisfies readonly Advice[])

/** Quotes the reader's own words as they stand: our typesetting is for our words. */
export function ownWordsAdvice(words: string): Advice {
  const { title, before, after } = ownWords
  return { title, text: `${before}«${words.replace(/[.\s]+$/, '')}»${after}` }
}

const ownWords = typeset({
  title: 'Расскажите и то, что написали сами',
  before: 'В тесте вы написали: ',
  after: '. Прочитайте это на приёме: с этого проще начать разговор.',
})

/** The same where the words themselves are better left with whoever wrote them. */
export const unquotedAdvice: Advice = typeset({
  title: ownWords.title,
  text: 'В тесте вы дописали ответ своими словами. Повторите их на приёме: с этого проще начать разговор.',
})
