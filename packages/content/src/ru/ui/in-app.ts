import { typeset } from '../writing/typeset.ts'

/** Texts for pages inside another app's browser, which saves no files. */
export const inAppTexts = typeset({
  noFiles: (app: string | null) =>
    `${app ? `${app} открывает` : 'Это приложение открывает'} сайты внутри себя и не сохраняет файлы. Откройте страницу в браузере.`,
  how: {
    ios: 'Нажмите на три точки или на значок компаса у края экрана и выберите «Открыть в браузере» или «Открыть в Safari».',
    android: 'Нажмите на три точки в углу экрана и выберите «Открыть в браузере» или «Открыть в Chrome».',
  },
})
