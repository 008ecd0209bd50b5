import type { ChoiceKey, OptionOf } from '@app/domain/quiz/options'
import { typeset } from './writing/typeset.ts'

export type OptionText = {
  /** At most 40 characters: one or two lines on a phone. */
  label: string
  note?: string
}
export type OptionTexts = { readonly [K in ChoiceKey]: Readonly<Record<OptionOf<K>, OptionText>> }

export const optionTexts: OptionTexts = typeset({
  gender: {
    female: { label: 'Женский' },
    male: { label: 'Мужской' },
  },
  age: {
    'under-30': { label: 'До 30' },
    '30-39': { label: '30–39' },
    '40-49': { label: '40–49' },
    '50-59': { label: '50–59' },
    '60+': { label: '60 и старше' },
  },
  dietAttempts: {
    never: { label: 'Ни разу' },
    '1-2': { label: '1–2 раза' },
    '3-more': { label: '3 раза или больше' },
  },
  healthIssues: {
    fatigue: { label: 'Усталость, нет сил' },
    swelling: { label: 'Отёки' },
    sleepIssues: { label: 'Плохой сон' },
    anxiety: { label: 'Тревога, раздражительность' },
    digestion: { label: 'Пищеварение', note: 'вздутие, тяжесть, неполадки со стулом' },
    insulinResistance: { label: 'Инсулино\u00adрезистентность', note: 'если о ней говорил врач' },
    thyroid: { label: 'Щитовидная железа', note: 'если есть диагноз или наблюдаетесь' },
    pmsMenopause: { label: 'ПМС или менопауза' },
    other: { label: 'Другое', note: 'напишите своими словами' },
    none: { label: 'Ничего не беспокоит' },
  },
  goals: {
    weightLoss: { label: 'Снизить вес' },
    energy: { label: 'Больше сил' },
    calmness: { label: 'Больше спокойствия' },
    sleep: { label: 'Высыпаться' },
    digestion: { label: 'Наладить пищеварение' },
  },
  tongueColor: {
    '1': { label: 'Бледно-розовый, чистый' },
    '2': { label: 'Бледный, почти белый' },
    '3': { label: 'С желтоватым налётом' },
    '4': { label: 'Ярко-красный, с трещинками' },
    '5': { label: 'Синевато-фиолетовый', note: 'если стал таким недавно, покажитесь врачу' },
    '6': { label: 'С серым плотным налётом' },
  },
  feelingCold: {
    '0': { label: 'Нет, мне обычно тепло' },
    '1': { label: 'Иногда' },
    '2': { label: 'Часто' },
  },
  bodyHeaviness: {
    '0': { label: 'Нет, телу легко' },
    '1': { label: 'Иногда' },
    '2': { label: 'Часто' },
  },
  unusualCravings: {
    '0': { label: 'Нет, ем по голоду' },
    '1': { label: 'Иногда' },
    '2': { label: 'Часто' },
  },
  sleepFeeling: {
    '0': { label: 'Есть силы на весь день' },
    '1': { label: 'Обычно нормально' },
    '2': { label: 'Усталость, будто не было ночи' },
  },
  eyeWhitesColor: {
    '0': { label: 'Белые, ясные' },
    '1': { label: 'Розоватые, видны сосуды' },
    '2': { label: 'Сероватые, мутные' },
  },
  dilatedPupils: {
    '0': { label: 'Нет, сужаются на свету' },
    '1': { label: 'Иногда' },
    '2': { label: 'Часто' },
  },
  dominantEmotion: {
    '0': { label: 'Радость или спокойствие' },
    '1': { label: 'Тревога, раздражение' },
    '2': { label: 'Напряжение или апатия' },
  },
  beforeMenstruation: {
    '0': { label: 'Почти как обычно' },
    '1': { label: 'Заметно: отёки, раздражение' },
    '2': { label: 'Тяжело: боль, слёзы, тяга к еде' },
  },
  sleepProblems: {
    '0': { label: 'Нет, сплю спокойно' },
    '1': { label: 'Иногда' },
    '2': { label: 'Часто' },
  },
  afterEating: {
    '0': { label: 'Прилив сил' },
    '1': { label: 'Клонит в сон' },
  },
  stopEatingSweets: {
    '0': { label: 'Да, хватает пары кусочков' },
    '1': { label: 'По-разному, зависит от дня' },
    '2': { label: 'Нет, ем, пока не закончится' },
  },
  doingEverythingRight: {
    '0': { label: 'Нет, это не про меня' },
    '1': { label: 'Бывает такое чувство' },
    '2': { label: 'Да, стараюсь давно, а толку нет' },
  },
  whenHungryChoose: {
    '0': { label: 'Обычную еду: суп, мясо, овощи' },
    '1': { label: 'Что под рукой: бутерброд, йогурт' },
    '2': { label: 'Сладкое, выпечку или фастфуд' },
  },
  whenBreakdownsHappen: {
    '0': { label: 'Почти не случаются' },
    '1': { label: 'К вечеру, после голодного дня' },
    '2': { label: 'Когда тревожно, грустно, нет сил' },
  },
  consultation: {
    yes: { label: 'Да, хочу' },
    maybe: { label: 'Пока думаю' },
    no: { label: 'Нет, спасибо' },
  },
})
