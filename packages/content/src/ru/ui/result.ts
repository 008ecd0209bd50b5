import type { Category, Scores } from '@app/domain/result/categories'
import { typeset } from '../writing/typeset.ts'

/** The words around a result; the result itself is in `results.ts`. */
export const resultTexts = typeset({
  eyebrow: 'Ваш результат',
  reasons: 'Почему такой результат',
  reasonsNote: (count: number) =>
    `На результат ${count === 1 ? 'повлиял, в частности, этот ответ' : 'повлияли, в частности, эти ответы'}:`,
  /** The answers, counted by what they speak of. */
  counts: {
    names: { A: 'Обмен веществ', B: 'Сон и нервы', C: 'Привычки в еде' } satisfies Record<Category, string>,
    /** Read aloud in place of the picture. */
    sentence: ({ A, B, C }: Scores) =>
      `Сколько ваших ответов говорит о сне и нервах — ${B}, об обмене веществ — ${A}, о привычках в еде — ${C}.`,
    dot: 'Каждая точка — один ваш ответ.',
    /** Where the most answers speak of another category than the result's. */
    weighed: 'Одни ответы весят больше других, поэтому решило не только число.',
  },
  noReasons:
    'Одного главного ответа здесь нет: результат сложился из возраста, цели и остальных ответов понемногу.',
  extras: 'Коротко о главном',
  meaning: 'Что это значит',
  firstSteps: 'Первые шаги',
  laterSteps: 'Дальше',
  /** Once today's step is ticked off. */
  stepDone: 'Готово: первый шаг сделан.',
  recommendations: 'Главные рекомендации',
  /** Advice for single complaints, none of which waits for a doctor's consent. */
  complaintAdvice: 'Обсудите с терапевтом',
  saving: {
    sending: 'Сохраняем результат…',
    waiting:
      'Результат сохраним, как только появится связь. Страницу можно закрыть: отправим при следующем визите.',
    waitingHere:
      'Результат сохраним, как только появится связь. Не закрывайте страницу: этот браузер не даёт сохранить его на потом.',
    saved: 'Результат сохранён. Войдите со своей почтой, чтобы найти его в личном кабинете.',
    savedInCabinet: 'Результат сохранён в личном кабинете.',
    /** To whoever is signed in as somebody else than the test was sent for. */
    savedElsewhere:
      'Результат сохранён в другом личном кабинете: войдите с почтой из теста или так, как входили, когда проходили его.',
    savedSomewhere: 'Результат сохранён.',
    refused:
      'Сохранить результат не получилось. Прочитать его можно здесь, а пройти тест заново — в любое время.',
    toProfile: 'Открыть кабинет',
  },
  restart: 'Пройти тест заново',
  restartNote: 'Ответы, результат и отметки в чек-листе исчезнут с этого устройства.',
  /** «Айгуль, ваш результат» */
  eyebrowFor: (name: string) => `${name}, ваш результат`,
} as const)
