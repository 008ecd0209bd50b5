import { typeset, typesetLine } from '../writing/typeset.ts'
import type { Advice } from './result-text.ts'

/**
 * The threshold from which feeling cold is a matter for a doctor. Paper states it, because all
 * readers get it.
 */
export const oftenCold = typesetLine('часто зябко даже в тепле')

/**
 * Advice on complaints that belong to no category: the reason to see a doctor and safe first aid,
 * never a cause.
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

/** The same advice without quoting the reader's own words. */
export const unquotedAdvice: Advice = typeset({
  title: ownWords.title,
  text: 'В тесте вы дописали ответ своими словами. Повторите их на приёме: с этого проще начать разговор.',
})
