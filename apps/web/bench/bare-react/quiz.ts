export type BareStep = {
  id: string
  title: string
  options?: readonly string[]
  multi?: true
  onlyAfter?: string
}

/** The same 25 steps with short words of their own: the floor of `bench/web` must not grow with our texts. */
export const bareSteps: readonly BareStep[] = [
  { id: 'welcome', title: 'Узнайте, что мешает вам похудеть' },
  { id: 'gender', title: 'Ваш пол?', options: ['Женщина', 'Мужчина', 'Не хочу указывать'] },
  { id: 'age', title: 'Сколько вам лет?', options: ['До 30', 'От 30 до 50', 'Старше 50'] },
  { id: 'height', title: 'Какой у вас рост?', options: ['До 160 см', '160–175 см', 'Выше 175 см'] },
  { id: 'weight', title: 'Сколько вы весите сейчас?', options: ['До 60 кг', '60–80 кг', 'Больше 80 кг'] },
  {
    id: 'diet-attempts',
    title: 'Сколько раз вы пробовали худеть?',
    options: ['Ни разу', 'Один–три', 'Много'],
  },
  {
    id: 'health-issues',
    title: 'Что вас беспокоит? Отметьте всё подходящее',
    multi: true,
    options: [
      'Усталость',
      'Отёки',
      'Вздутие живота',
      'Головные боли',
      'Плохой сон',
      'Тяга к сладкому',
      'Боли в суставах',
      'Сухая кожа',
      'Выпадение волос',
      'Ничего из этого',
    ],
  },
  { id: 'goals', title: 'Чего вы хотите больше всего?', options: ['Вес', 'Энергия', 'Пищеварение'] },
  {
    id: 'tongue-color',
    title: 'Посмотрите на язык: какого он цвета?',
    options: ['Розовый', 'Бледный', 'Красный', 'С белым налётом', 'С жёлтым налётом', 'С сероватым налётом'],
  },
  { id: 'feeling-cold', title: 'Часто ли вы мёрзнете?', options: ['Почти всегда', 'Иногда', 'Мне жарко'] },
  { id: 'body-heaviness', title: 'Бывает ли тяжесть в теле?', options: ['С утра', 'К вечеру', 'Не бывает'] },
  { id: 'unusual-cravings', title: 'Тянет ли на необычную еду?', options: ['На солёное', 'На мел', 'Нет'] },
  { id: 'sleep-feeling', title: 'Как вы после сна?', options: ['Бодро', 'Разбито', 'По-разному'] },
  { id: 'eye-whites-color', title: 'Какого цвета белки?', options: ['Белые', 'Желтоватые', 'Красноватые'] },
  { id: 'dilated-pupils', title: 'Расширены ли зрачки?', options: ['Да', 'Нет', 'Не замечала'] },
  {
    id: 'dominant-emotion',
    title: 'Какое чувство бывает чаще?',
    options: ['Тревога', 'Раздражение', 'Грусть'],
  },
  {
    id: 'before-menstruation',
    title: 'Что меняется перед месячными?',
    options: ['Тянет на сладкое', 'Отёки', 'Ничего'],
    onlyAfter: 'Женщина',
  },
  {
    id: 'sleep-problems',
    title: 'Что мешает спать?',
    options: ['Засыпаю долго', 'Просыпаюсь', 'Сплю хорошо'],
  },
  { id: 'after-eating', title: 'Как вы после еды?', options: ['Клонит в сон', 'Вздутие', 'Лёгкость'] },
  { id: 'stop-eating-sweets', title: 'Легко ли остановиться?', options: ['Легко', 'С трудом', 'Не могу'] },
  { id: 'doing-everything-right', title: 'Вес стоит?', options: ['Да, постоянно', 'Бывало', 'Нет'] },
  { id: 'when-hungry-choose', title: 'Что выбираете?', options: ['Сладкое', 'Хлеб', 'Полноценную еду'] },
  {
    id: 'when-breakdowns-happen',
    title: 'Когда срывы?',
    options: ['Вечером', 'После стресса', 'В выходные'],
  },
  {
    id: 'consultation',
    title: 'Разобрать результат?',
    options: ['Да, хочу', 'Сначала посмотрю', 'Нет, спасибо'],
  },
  { id: 'contact', title: 'Куда отправить результат?' },
]
