import type { Category, Scores } from '@app/domain/result/categories'
import { typeset } from '../writing/typeset.ts'

/** Texts around a result, which is in `results.ts`. */
export const resultTexts = typeset({
  eyebrow: 'Ваш результат',
  reasons: 'Почему такой результат',
  reasonsNote: (count: number) =>
    `На результат ${count === 1 ? 'повлиял, в частности, этот ответ' : 'повлияли, в частности, эти ответы'}:`,
  /** The texts of the diagram that counts answers by category. */
  counts: {
    names: { A: 'Обмен веществ', B: 'Сон и нервы', C: 'Привычки в еде' } satisfies Record<Category, string>,
    /** The text that screen readers get in place of the diagram. */
    sentence: ({ A, B, C }: Scores) =>
      `Сколько ваших ответов говорит о сне и нервах — ${B}, об обмене веществ — ${A}, о привычках в еде — ${C}.`,
    dot: 'Каждая точка — один ваш ответ.',
    /** The note when most answers belong to another category than the result's. */
    weighed: 'Одни ответы весят больше других, поэтому решило не только число.',
  },
  noReasons:
    'Одного главного ответа здесь нет: результат сложился из возраста, цели и остальных ответов понемногу.',
  extras: 'Коротко о главном',
  meaning: 'Что это значит',
  firstSteps: 'Первые шаги',
  laterSteps: 'Дальше',
  /** The note after today's step is ticked. */
  stepDone: 'Готово: первый шаг сделан.',
  recommendations: 'Главные рекомендации',
  /** The title of advice on single complaints. */
  complaintAdvice: 'Обсудите с терапевтом',
  saving: {
    sending: 'Сохраняем результат…',
    waiting:
      'Результат сохраним, как только появится связь. Страницу можно закрыть: отправим при следующем визите.',
    waitingHere:
      'Результат сохраним, как только появится связь. Не закрывайте страницу: этот браузер не даёт сохранить его на потом.',
    saved: 'Результат сохранён. Войдите со своей почтой, чтобы найти его в личном кабинете.',
    savedInCabinet: 'Результат сохранён в личном кабинете.',
    /** The note for a user who is signed in with another address. */
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
