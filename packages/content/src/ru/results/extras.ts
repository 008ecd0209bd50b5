import type { CurrentRegime } from '@app/domain/result/current-regime'
import type { CategoryExtras } from '@app/domain/result/extras'
import type { ProblemArea } from '@app/domain/result/problem-areas'
import type { SleepQuality } from '@app/domain/result/sleep-quality'
import type { StressKind, StressLevel } from '@app/domain/result/stress-profile'
import type { WeightLossPotential } from '@app/domain/result/weight-loss-potential'
import { counted, kilograms, years } from '../plural.ts'
import { typeset } from '../typeset.ts'

/** One of the two cards beside a category: what it is, its value in a few words, what to make of it. */
export type ExtraText = {
  id: string
  title: string
  value: string
  /** What the value names, when it names several things. */
  items?: readonly string[]
  note: string
}

/** The cards of a result, from what the domain worked out (specification, section 3). */
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
    value: `около ${counted(age, yearsAbout)}`,
    note: 'Условная цифра: середина вашей возрастной группы и поправка на вес и ответы. Это не анализ. Когда меняются привычки, меняется и она.',
  })
}

/** After «около» a count stands in the genitive: около 21 года, около 45 лет. */
const yearsAbout = { one: years.few, few: years.many, many: years.many }

const areaTexts = typeset({
  energy: 'силы в течение дня',
  sugar: 'сахар и тяга к сладкому',
  weight: 'вес',
  swelling: 'отёки и тяжесть',
  digestion: 'пищеварение',
  warmth: 'зябкость',
} satisfies Record<ProblemArea, string>)

function problemAreasText(areas: readonly ProblemArea[]): ExtraText {
  const items = areas.map((area) => areaTexts[area])
  const list = items.join(', ')
  return typeset({
    id: 'problemAreas',
    title: 'На что обратить внимание',
    value: list === '' ? 'Ничего не выделяется' : list.charAt(0).toUpperCase() + list.slice(1),
    items,
    note:
      list === ''
        ? 'Отдельной слабой зоны по ответам не видно, достаточно общих советов ниже.'
        : 'Начните с того, что мешает больше всего. Остальное часто подтягивается следом.',
  })
}

const stressValues = typeset({
  depleted: { low: 'Сил чуть меньше', moderate: 'Сил заметно меньше', high: 'Сил почти нет' },
  anxious: { low: 'Лёгкая тревога', moderate: 'Заметная тревога', high: 'Сильная тревога' },
  cyclic: {
    low: 'Напряжение по циклу, лёгкое',
    moderate: 'Напряжение по циклу, заметное',
    high: 'Напряжение по циклу, сильное',
  },
  quiet: { low: 'Лёгкая усталость', moderate: 'Заметная усталость', high: 'Сильная усталость' },
} satisfies Record<StressKind, Record<StressLevel, string>>)

const stressNotes = typeset({
  depleted: 'Сначала отдых и еда по часам, потом всё остальное. Новые обязательства подождут.',
  anxious: 'Помогают ровный ритм, меньше кофе и короткие паузы с долгим выдохом.',
  cyclic: 'Тяжелее в определённые дни: отметьте их в календаре и планируйте дела вокруг.',
  quiet: 'Снаружи всё спокойно, а сил меньше. Обычно первым просит заботы сон.',
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
    note: 'Сон сейчас ваша опора. Берегите время отбоя, даже когда дел много.',
  },
  uneven: {
    value: 'Неровное',
    note: 'Ночи бывают разные. Чаще всего помогает подъём в одно и то же время.',
  },
  poor: {
    value: 'Сон не восстанавливает',
    note: 'Начните с вечера и кофе. Если так дольше месяца или вы громко храпите, расскажите об этом врачу.',
  },
} satisfies Record<SleepQuality, { value: string; note: string }>)

function sleepText(quality: SleepQuality): ExtraText {
  return { id: 'sleepQuality', title: 'Качество сна', ...sleepTexts[quality] }
}

function potentialText({ kg, weight }: WeightLossPotential): ExtraText {
  const title = 'Потенциал снижения веса'
  const id = 'weightLossPotential'
  if (kg >= 1) {
    return typeset({
      id,
      title,
      value: `до ${counted(kg, kilograms)} за 3 месяца`,
      note: 'Осторожный расчёт: не больше 5 % от веса и не ниже нормы. Сколько получится у вас, зависит и от здоровья, и от режима.',
    })
  }
  return typeset({ id, title, ...(weight === 'low' ? lowWeight : nothingToLose) })
}

const nothingToLose = {
  value: 'Снижать не нужно',
  note: 'Вес в норме или совсем рядом с ней. Худеть незачем: цель — силы, сон и спокойная еда.',
}
const lowWeight = {
  value: 'Снижать не нужно',
  note: 'Вес ниже нормы, снижать его не нужно. Если так стало недавно и без причины, покажитесь врачу.',
}

const regimeTexts = typeset({
  steady: {
    value: 'Довольно ровный',
    note: 'Основа есть. Осталось убрать пару мелочей, которые сбивают вечером.',
  },
  uneven: {
    value: 'Неровный',
    note: 'Часть дня проходит хорошо, остальное решает случай. Проще всего начать с обеда.',
  },
  broken: {
    value: 'Пока без режима',
    note: 'Сейчас едой управляют голод и усталость. Три приёма пищи вернут больше, чем любой запрет.',
  },
} satisfies Record<CurrentRegime, { value: string; note: string }>)

function regimeText(regime: CurrentRegime): ExtraText {
  return { id: 'currentRegime', title: 'Текущий режим', ...regimeTexts[regime] }
}
