import type { CurrentRegime } from '@app/domain/result/current-regime'
import type { CategoryExtras } from '@app/domain/result/extras'
import type { ProblemArea } from '@app/domain/result/problem-areas'
import type { SleepQuality } from '@app/domain/result/sleep-quality'
import type { StressKind, StressLevel } from '@app/domain/result/stress-profile'
import type { WeightLossPotential } from '@app/domain/result/weight-loss-potential'
import { countWithNoun, kilograms, years } from '../writing/plural.ts'
import { typeset } from '../writing/typeset.ts'

/** A card beside the category: its title, a short value and an explanation. */
export type ExtraText = {
  id: string
  title: string
  value: string
  /** The list of values, when there are several. */
  items?: readonly string[]
  note: string
}

/** Builds the cards of a result from the domain's values (specification, section 3). */
export function extrasTexts(extras: CategoryExtras): [ExtraText, ExtraText] {
  switch (extras.category) {
    case 'A':
      return [metabolicAgeText(extras.metabolicAge), problemAreasText(extras.problemAreas)]
    case 'B':
      return [
        stressText(extras.stressProfile.kind, extras.stressProfile.level),
        sleepText(extras.sleepQuality),
      ]
    case 'C':
      return [potentialText(extras.weightLossPotential), regimeText(extras.currentRegime)]
  }
}

function metabolicAgeText(age: number): ExtraText {
  return typeset({
    id: 'metabolicAge',
    title: 'Метаболический возраст',
    value: `около ${countWithNoun(age, yearsAbout)}`,
    note: 'Условная цифра: середина вашей возрастной группы и поправка на вес и ответы. Это не анализ. Когда меняются привычки, меняется и она.',
  })
}

/** A count after «около» is in the genitive: около 21 года, около 45 лет. */
const yearsAbout = { one: years.few, few: years.many, many: years.many }

const areaTexts = typeset({
  energy: 'силы',
  sugar: 'сахар и сладкое',
  cravings: 'тяга к еде',
  weight: 'вес',
  swelling: 'отёки',
  heaviness: 'тяжесть',
  digestion: 'пищеварение',
  warmth: 'зябкость',
  thyroid: 'щитовидная железа',
} satisfies Record<ProblemArea, string>)

function problemAreasText(areas: readonly ProblemArea[]): ExtraText {
  const items = areas.map((area) => areaTexts[area])
  const list = items.join(', ')
  return typeset({
    id: 'problemAreas',
    title: 'На что обратить внимание',
    value: list === '' ? 'Режим дня' : list.charAt(0).toUpperCase() + list.slice(1),
    items,
    note:
      list === ''
        ? 'Еда, сон и отдых по своему времени: об этом советы ниже.'
        : items.length === 1
          ? 'Об этом советы ниже.'
          : 'Начните с чего-то одного: остальное обычно подтягивается следом.',
  })
}

const stressValues = typeset({
  despairing: {
    low: 'Сейчас тяжело',
    moderate: 'Сейчас тяжело',
    high: 'Сейчас очень тяжело',
  },
  depleted: {
    low: 'Напряжение и усталость',
    moderate: 'Заметное напряжение и усталость',
    high: 'Сил почти нет',
  },
  tense: {
    low: 'Напряжение или апатия',
    moderate: 'Заметное напряжение',
    high: 'Сильное напряжение',
  },
  anxious: {
    low: 'Тревога или раздражение',
    moderate: 'Заметная тревога или раздражение',
    high: 'Сильная тревога или раздражение',
  },
  cyclic: {
    low: 'ПМС или менопауза',
    moderate: 'Заметное напряжение, ПМС или менопауза',
    high: 'Сильное напряжение, ПМС или менопауза',
  },
  tired: {
    low: 'Небольшая усталость',
    moderate: 'Заметная усталость',
    high: 'Сильная усталость',
  },
  calm: {
    low: 'Скорее спокойный',
    moderate: 'Небольшое напряжение',
    high: 'Заметное напряжение',
  },
} satisfies Record<StressKind, Record<StressLevel, string>>)

const stressNotes = typeset({
  despairing: 'Сначала — врач или близкий человек, с которым можно поговорить.',
  depleted: 'Сначала отдых и еда по часам, потом всё остальное. Новые обязательства подождут.',
  tense: 'Помогают паузы днём, дневной свет и вечер без экрана. Новые обязательства подождут.',
  anxious: 'Помогают ровный ритм, меньше кофе и короткие паузы с долгим выдохом.',
  cyclic: 'Если в какие-то дни тяжелее, отметьте их в календаре и планируйте дела вокруг.',
  tired: 'Настроение держится, а сил мало. Новые обязательства подождут.',
  calm: 'Чаще всего вы чувствуете радость или спокойствие. Берегите то, что в этом помогает.',
} satisfies Record<StressKind, string>)

function stressText(kind: StressKind, level: StressLevel): ExtraText {
  return {
    id: 'stressProfile',
    title: 'Профиль стресса',
    value: stressValues[kind][level],
    note: stressNotes[kind],
  }
}

const sleepTexts = typeset({
  good: {
    value: 'Хорошее',
    note: 'Сон вас поддерживает. Берегите время отбоя, даже когда дел много.',
  },
  uneven: {
    value: 'Неровное',
    note: 'Не после каждой ночи есть силы. Чаще всего помогает подъём в одно и то же время.',
  },
  poor: {
    value: 'Пока плохое',
    note: 'Помогут подъём в одно время и кофе не позже 14:00. Если так дольше месяца или вы громко храпите, расскажите об этом врачу.',
  },
} satisfies Record<SleepQuality, { value: string; note: string }>)

function sleepText(quality: SleepQuality): ExtraText {
  return { id: 'sleepQuality', title: 'Качество сна', ...sleepTexts[quality] }
}

function potentialText({ kg, weight }: WeightLossPotential): ExtraText {
  const id = 'weightLossPotential'
  if (weight === 'low' || weight === 'held') return { id, ...keptWeights[weight] }
  const title = 'Потенциал снижения веса'
  if (kg === 0) return { id, title, ...nothingToLose[weight] }
  return typeset({
    id,
    title,
    value: `до ${countWithNoun(kg, kilograms)} за 3 месяца`,
    note: 'Осторожный расчёт: не больше 5 % от веса и не ниже нормы. Сколько получится у вас, зависит и от здоровья, и от режима.',
  })
}

const nothingToLose = typeset({
  normal: {
    value: 'Снижать не нужно',
    note: 'Вес в норме. Цель — силы, сон и спокойная еда.',
  },
  above: {
    value: 'Снижать не нужно',
    note: 'До нормы меньше килограмма. Цель — силы, сон и спокойная еда.',
  },
})

/** The texts for readers who must not lose weight. They never mention weight loss. */
const keptWeights = typeset({
  low: {
    title: 'Вес',
    value: 'Ниже нормы',
    note: 'Сейчас важнее есть вдоволь и регулярно, а причину поможет найти врач.',
  },
  held: {
    title: 'Вес',
    value: 'Решаем вместе с врачом',
    note: 'Сейчас важнее есть вдоволь и регулярно. Каким должен быть вес, подскажет врач.',
  },
})

const regimeTexts = typeset({
  steady: {
    value: 'Довольно ровный',
    note: 'Основа есть. Если что-то и менять, то понемногу.',
  },
  uneven: {
    value: 'Не всегда ровный',
    note: 'Где-то держится порядок, где-то решает голод. Проще всего наладить обед.',
  },
  broken: {
    value: 'Пока без режима',
    note: 'Что и когда съесть, чаще решают голод и тяга. Три приёма пищи дадут больше, чем любой запрет.',
  },
} satisfies Record<CurrentRegime, { value: string; note: string }>)

function regimeText(regime: CurrentRegime): ExtraText {
  return { id: 'currentRegime', title: 'Текущий режим', ...regimeTexts[regime] }
}
