import { nbsp, typeset, typesetLine } from '../typeset.ts'

/** The personal cabinet. Texts of its failures are in `errors.ts`. */
export const profileTexts = typeset({
  title: 'Личный кабинет',
  greeting: (name: string) => `${name}, это ваш результат`,
  untitledGreeting: 'Ваш результат',
  takenOn: (date: string) => `Прохождение от ${date}`,
  loading: 'Загружаем кабинет',
  home: 'На главную',
  takeTest: 'Пройти тест',
  retake: 'Пройти тест ещё раз',
  tryAgain: 'Попробовать ещё раз',
  quizTitle: 'Тест',
  closeQuiz: 'Закрыть тест',
  personal: {
    title: 'О вас',
    rows: {
      name: 'Имя',
      gender: 'Пол',
      age: 'Возраст',
      height: 'Рост',
      weight: 'Вес',
      bmi: 'ИМТ',
      dietAttempts: 'Диеты за последние годы',
      goals: 'Цель',
      healthIssues: 'Что беспокоит',
    },
    height: (cm: string) => `${cm}${nbsp}см`,
    weight: (kg: string) => `${kg}${nbsp}кг`,
    noIssues: 'Ничего не беспокоит',
  },
  beforeAfter: { before: 'До', after: 'После' },
  actions: {
    title: 'Ещё',
    text: 'Тест можно пройти снова: новый результат появится здесь, прежний сохранится.',
  },
  incomplete: {
    title: 'Результата пока нет',
    text: 'Здесь есть не все ответы, поэтому посчитать результат нельзя. Пройдите тест целиком, это около 4 минут.',
  },
  badData: 'В ссылке нет ответов теста, которые можно прочитать. Возможно, она скопирована не целиком.',
  signIn: {
    title: 'Здесь живут ваши результаты',
    text: 'Войдите с той почтой, которую указали в тесте: пришлём код, пароль не нужен. Или пройдите тест, если ещё не проходили.',
    button: 'Войти',
  },
  empty: {
    title: 'Пока здесь пусто',
  },
  confirm: {
    title: 'Это ваше прохождение?',
    text: (date: string) =>
      typesetLine(`${date} тест прошли с вашей почтой, но без входа в аккаунт. Поэтому спрашиваем один раз.`),
    yes: 'Да, моё',
    no: 'Нет, не моё',
    removeTitle: 'Убрать его из кабинета?',
    removeText:
      'Ответы и результат больше не будут видны здесь. Вернуть их сможет только наша поддержка, поэтому нажмите «Оставить», если сомневаетесь.',
    remove: 'Убрать из кабинета',
    keep: 'Оставить',
    failed: 'Не получилось сохранить ответ. Попробуйте ещё раз.',
  },
})
